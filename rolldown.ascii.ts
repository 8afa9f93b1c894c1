import type { Plugin } from "rolldown";

/**
 * Writes every character beyond ASCII as an escape. One of them anywhere in a file would have V8 hold all of it in two bytes a character, and
 * Node decode it slowly: a twentieth of a start.
 */
export function asciiCode(): Plugin {
  return {
    name: "ascii-code",
    // Once all is written: whatever prints code again would undo it.
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === "chunk") file.code = inAscii(file.code, file.fileName);
      }
    },
  };
}

function inAscii(code: string, fileName: string): string {
  // There an escape would mean something else.
  const unsafe = /\\[^\0-\x7f]|String\.raw`[^`]*[^\0-\x7f`]/.exec(code);
  if (unsafe !== null) throw new Error(`${fileName}: write the last character of ${unsafe[0]} as \\u and its number`);
  return code.replaceAll(/[^\0-\x7f]/g, escaped);
}

/** Half of a pair, too: in a regular expression two escapes that follow each other are one character, as in a text. */
function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
