import { afterAll } from "vitest";
import { removeTemporaryFolders } from "../src/support/temporary-folder.ts";

// A hook in the module of the folders would run once where files share their modules.
afterAll(removeTemporaryFolders);
