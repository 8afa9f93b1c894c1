import { join } from "node:path";
import { rolldown } from "rolldown";

/**
 * The page's script, bundled from `browser/`. A checkout has no build step, so it is bundled when it is asked for, in some 100 ms. The
 * package holds the same text instead of this module (rolldown.config.ts).
 */
export async function pageScript(): Promise<string> {
  const bundle = await rolldown({
    input: join(import.meta.dirname, "browser/main.ts"),
    platform: "browser",
    tsconfig: false,
    transform: { target: "es2022" },
  });
  try {
    const { output } = await bundle.generate({ format: "iife", minify: true, comments: false });
    return output[0].code;
  } finally {
    await bundle.close();
  }
}
