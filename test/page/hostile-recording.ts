import { firstRequest } from "../support/first-request.ts";

/** Ends the script that holds it, and then runs, wherever a page takes text for mark-up. */
export const attack: string = `</script><img src=x onerror="document.title='owned'">`;

/** A credential by its form only. */
export const credential: string = `sk-ant-api03-${"Zq7".repeat(30)}`;

/** Two requests of one conversation: the second one's system prompt differs, and all of their texts are hostile. */
export function hostileRecording(): string {
  const rules = Array.from({ length: 300 }, (_, at) => `Rule ${at}: name the line of remark ${at}.`).join("\n");
  const asks = `${attack} Read this. ${credential}`;
  const bodies = [
    firstRequest("anthropic-messages", { system: `${attack} one ${credential}\n${rules}`, asks }),
    firstRequest("anthropic-messages", {
      system: `${attack} two ${credential}\n${rules}`,
      asks,
      more: ["It is read.", `Go on. ${attack}`],
    }),
  ];
  const lines = bodies.map((body, at) =>
    JSON.stringify({
      seq: `<b>${at + 1}</b>`,
      ts: new Date(Date.UTC(2026, 10, 20, 9, at)).toISOString(),
      method: "POST",
      path: "/v1/messages",
      headers: [["x-api-key", credential]],
      response: null,
      body,
    }),
  );
  return `${lines.join("\n")}\n`;
}
