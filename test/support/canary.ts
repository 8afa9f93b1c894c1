import { spawnSync } from "node:child_process";

/** Made up; put together so that no scanner takes it for real. */
export const canary: string = ["AIza", "Sy0canary1canary2canary3canary4can5"].join("");
/** Of no issuer's shape: known as the value of a variable alone. */
export const value: string = "correct/horse battery-staple";

/** The canary in every encoding that a reader undoes without a key. */
export const encodings: string = `
const canary = ${JSON.stringify(canary)};
const value = process.env.GATEWAY_TOKEN ?? ${JSON.stringify(value)};
const forms = (text) => [
  text,
  JSON.stringify({ text: "\\n" + text }),
  JSON.stringify(JSON.stringify({ text: "\\n" + text }).replaceAll("/", "\\\\/")),
  text.replaceAll(/[^]/g, (sign) => "\\\\u" + sign.charCodeAt(0).toString(16).padStart(4, "0")),
  ...["", "x", "xy", "xyz"].map((before) => before + Buffer.from(JSON.stringify({ text: "\\n" + text })).toString("base64")),
  Buffer.from(text).toString("base64url"),
  Buffer.from(Buffer.from(text).toString("base64")).toString("base64"),
  Buffer.from(text).toString("hex"),
  text.replaceAll(/[^]/g, (sign) => "%" + sign.charCodeAt(0).toString(16)),
  "word" + text,
];
export const all = [...forms(canary), ...forms(value)].join(" and ");
`;

/** The text that `encodings.mjs` in this folder exports. */
export function encodedCanary(folder: string): string {
  const print = 'import { all } from "./encodings.mjs"; process.stdout.write(all);';
  const args = ["--input-type=module", "--eval", print];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, env: { GATEWAY_TOKEN: value } });
  return stdout.toString();
}

/** All that a reader can decode out of a text: below escapes, and what base64 and hexadecimal digits hide in any alignment, twice. */
export function decodable(text: string): string {
  const unescaped = [text];
  for (let level = 0; level < 6; level += 1) {
    const inner = (unescaped.at(-1) ?? "")
      .replaceAll(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      .replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      .replaceAll(/\\(["\\/])/g, "$1");
    unescaped.push(inner);
  }
  const once = unescaped.flatMap(hidden);
  return [...unescaped, ...once, ...once.flatMap(hidden)].join("\n");
}

function hidden(text: string): readonly string[] {
  const inBase64 = (text.match(/[\w+/-]{16,}/g) ?? []).flatMap((run) =>
    [0, 1, 2, 3].map((at) => Buffer.from(run.slice(at), "base64").toString("latin1")),
  );
  const inHex = (text.match(/[0-9a-f]{16,}/gi) ?? []).flatMap((run) =>
    [0, 1].map((at) => Buffer.from(run.slice(at), "hex").toString("latin1")),
  );
  return [...inBase64, ...inHex];
}
