import { expect } from "vitest";
import { bytesAreEqual } from "./bytes-are-equal.ts";

// Where files share their modules this runs for each of them, and a tester that is given twice is asked twice.
if (!bytesAreEqual.isGiven) expect.addEqualityTesters([bytesAreEqual.tester]);
bytesAreEqual.isGiven = true;
