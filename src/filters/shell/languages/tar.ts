import type { Word } from "../reader/word.ts";
import type { Refusal } from "../shell-rule.ts";
import { refuse } from "./refuse-option.ts";

/**
 * Judges tar(1) where it lists a named archive and does nothing else: `tar tf a.tar`, `tar -tvzf a.tgz name`. A name with a colon would be
 * another machine's; every option but that first word is refused.
 */
export function judgeTar([mode, archive, ...members]: readonly Word[]): Refusal | null {
  const letters = (mode?.text ?? "").replace(/^-/, "");
  if (!/^[tvzjJ]*f$/.test(letters) || !letters.includes("t"))
    return refuse("writes", `tar ${mode?.raw ?? ""}: only a list is printed, as by tar tf FILE (tar(1))`);
  if (archive?.text === undefined || archive.text === null || /^-|:/.test(archive.text))
    return refuse("connects", `tar ${archive?.raw ?? ""}: name a plain file, without a colon (tar(1))`);
  const option = members.find(({ text }) => text === null || text.startsWith("-"));
  return option === undefined ? null : refuse("runs", `tar ${option.raw}: options may name programs (tar(1))`);
}
