import { h } from "../dom.ts";

/** A command line, and a button that copies it. */
export function commandLine(command: string): HTMLElement {
  const said = h("span", { role: "status", class: "faint" });
  const button = h("button", { type: "button", class: "small", onclick: () => void copy() }, "copy");
  const code = h("code", {}, command);
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(command);
      said.textContent = " copied";
    } catch {
      // A page from a file may not write to the clipboard everywhere: what is selected can be copied by a key.
      getSelection()?.selectAllChildren(code);
      said.textContent = " selected: press Ctrl+C";
    }
  }
  return h("div", { class: "command" }, code, button, said);
}

/** A word as a shell reads it back. */
export function shellWord(word: string): string {
  return /^[\w./@:+-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
