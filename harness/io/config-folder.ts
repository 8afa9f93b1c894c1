import { homedir } from "node:os";
import { join } from "node:path";

/** Where forkproof keeps what belongs to this user, as other programs do (XDG Base Directory; `%APPDATA%` on Windows). */
export function configFolder(): string {
  const named = process.platform === "win32" ? process.env["APPDATA"] : process.env["XDG_CONFIG_HOME"];
  return join(named !== undefined && named !== "" ? named : join(homedir(), ".config"), "forkproof");
}
