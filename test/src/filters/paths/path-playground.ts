import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What a path case puts on the disk beside the common folders. Paths are relative to the playground. */
export type Setup =
  | readonly ["folder" | "file" | "pipe" | "socket", string]
  | readonly ["link" | "hardlink", string, string];

/** A folder on the real file system that holds `mem` with notes, `outside` with a secret, and a look-alike. */
export type Playground = {
  readonly root: string;
  readonly mem: string;
  /** Puts the folders of the playground where a case says `{root}` and `{mem}`. */
  readonly fill: (value: unknown) => unknown;
  readonly remove: () => void;
};

export async function makePlayground(setup: readonly Setup[]): Promise<Playground> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "paths-")));
  const at = (path: string): string => join(root, path);
  for (const folder of ["mem/sub", "outside", "mem-evil"]) mkdirSync(at(folder), { recursive: true });
  for (const file of ["mem/notes.md", "mem/sub/deep.md", "outside/secret.md", "mem-evil/x.md"]) {
    writeFileSync(at(file), `text of ${file}`);
  }
  const fill = (value: unknown): unknown => {
    if (typeof value === "string") return value.replaceAll("{mem}", at("mem")).replaceAll("{root}", root);
    return Array.isArray(value) ? value.map(fill) : value;
  };
  const servers: Server[] = [];
  for (const step of setup) {
    const [verb, path] = step;
    switch (verb) {
      case "folder":
        mkdirSync(at(path), { recursive: true });
        break;
      case "file":
        writeFileSync(at(path), "");
        break;
      case "pipe":
        execFileSync("mkfifo", [at(path)]);
        break;
      case "socket":
        servers.push(await listen(at(path)));
        break;
      case "link":
        symlinkSync(String(fill(step[2])), at(path));
        break;
      case "hardlink":
        linkSync(at(step[2]), at(path));
        break;
    }
  }
  const remove = (): void => {
    for (const server of servers) server.close();
    rmSync(root, { recursive: true, force: true });
  };
  return { root, mem: at("mem"), fill, remove };
}

function listen(path: string): Promise<Server> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, () => resolve(server));
  });
}
