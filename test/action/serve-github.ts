import { json } from "node:stream/consumers";

import { serveUpstream, type Upstream } from "../record/serve-upstream.ts";

export type Comment = { readonly id: number; readonly body: string };

export type GitHub = Upstream & {
  readonly comments: Comment[];
  /** Method, path and authorization of each request. */
  readonly asked: string[];
};

/** GitHub's API for comments on pull request 7 of ship/notes, on loopback; with \`refuses\` every write has that status. */
export async function serveGitHub(earlier: readonly Comment[] = [], refuses: number | null = null): Promise<GitHub> {
  const comments = [...earlier];
  const asked: string[] = [];
  const server = await serveUpstream((request, response) => {
    void (async () => {
      const { method = "", url = "" } = request;
      asked.push(`${method} ${url} ${request.headers.authorization}`);
      const answer = (status: number, value: unknown): void => {
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
      };
      if (method === "GET") {
        const page = Number(/page=(\d+)$/.exec(url)?.[1]);
        return answer(200, comments.slice((page - 1) * 100, page * 100));
      }
      const { body } = (await json(request)) as { readonly body: string };
      if (refuses !== null) return answer(refuses, { message: "Resource not accessible by integration" });
      const id = method === "PATCH" ? Number(/\d+$/.exec(url)?.[0]) : comments.length + 1;
      const at = comments.findIndex((each) => each.id === id);
      if (at === -1) comments.push({ id, body });
      else comments[at] = { id, body };
      return answer(method === "POST" ? 201 : 200, { id, body });
    })();
  });
  return { ...server, comments, asked };
}
