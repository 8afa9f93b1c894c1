import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { openMessagePipe } from "../../harness/io/workers/message-pipe.ts";

test("messages that are sent together leave in one write, and arrive one by one", async () => {
  const heard: unknown[] = [];
  const stream = new PassThrough();
  let writes = 0;
  const counted = Object.assign(stream, {
    _writev: (chunks: readonly { readonly chunk: Buffer }[], done: () => void): void => {
      writes += 1;
      stream.push(Buffer.concat(chunks.map(({ chunk }) => chunk)));
      done();
    },
  });
  const all = Promise.withResolvers<void>();
  const message = (each: unknown): void => {
    heard.push(each);
    if (heard.length === 3) all.resolve();
  };
  const pipe = openMessagePipe(counted, { message, end: () => {} });
  pipe.sendTogether([{ kind: "begin" }, { kind: "run" }, { kind: "end" }]);
  await all.promise;
  expect([writes, heard]).toEqual([1, [{ kind: "begin" }, { kind: "run" }, { kind: "end" }]]);
});
