import type { Word } from "../reader/word.ts";
import type { Refusal } from "../shell-rule.ts";
import type { Danger } from "../utilities/utility.ts";
import { refuse, refuseDanger } from "./refuse-option.ts";

export const tarDangers: readonly Danger[] = [
  { options: ["-x", "-c", "-r", "-u", "-A", "--extract", "--create", "--delete"], does: "writes", source: "tar(1)" },
  {
    options: [
      "-I",
      "--use-compress-program",
      "--to-command",
      "--checkpoint-action",
      "--rsh-command",
      "--rmt-command",
      "-F",
    ],
    does: "runs-programs",
    source: "tar(1): options that name programs",
  },
  { options: ["--index-file"], does: "writes", source: "tar(1): --index-file=FILE" },
];

/**
 * Judges tar(1) where it lists a named archive and does nothing else: `tar tf a.tar`, `tar -tvzf a.tgz name`. A name with a colon would be
 * another machine's; every option but that first word is refused.
 */
export function judgeTar(words: readonly Word[]): Refusal | null {
  const [mode, archive, ...members] = words;
  const letters = (mode?.text ?? "").replace(/^-/, "");
  if (!/^[tvzjJ]*f$/.test(letters) || !letters.includes("t")) return refuseDanger("tar", mode?.raw ?? "", tarDangers);
  if (archive?.text === undefined || archive.text === null || /^-|:/.test(archive.text)) {
    return refuse(
      "network",
      `tar ${archive?.raw ?? "without an archive"}: name a plain file, without a colon (tar(1))`,
    );
  }
  const option = members.find(({ text }) => text === null || text.startsWith("-"));
  return option === undefined ? null : refuseDanger("tar", option.raw.replace(/=.*$/s, ""), tarDangers);
}
