import type { TaskNotification, TaskStatus } from "./task-notification.ts";

/** The notification as the text of a user message; the fork's text is escaped and cannot close the envelope. */
export function renderTaskNotification({ taskId, status, summary, result, usage }: TaskNotification): string {
  const { totalTokens, toolUses, durationMs } = usage;
  const counters = [
    ...(totalTokens === null ? [] : [element("total_tokens", String(totalTokens))]),
    element("tool_uses", String(toolUses)),
    element("duration_ms", String(durationMs)),
  ];
  return [
    "<task-notification>",
    element("task-id", taskId),
    element("status", status),
    element("summary", summary),
    ...(result === null ? [] : [element("result", result)]),
    `<usage>${counters.join("")}</usage>`,
    "</task-notification>",
  ].join("\n");
}

/** The first notification in a text, whatever stands around it; null if it is missing or its status is unknown. */
export function parseTaskNotification(text: string): TaskNotification | null {
  const body = /<task-notification>([\s\S]*?)<\/task-notification>/.exec(text)?.[1];
  if (body === undefined) return null;
  const taskId = contentOf(body, "task-id");
  const word = contentOf(body, "status")?.toLowerCase();
  const status = statuses.find((known) => known === word);
  if (taskId === null || status === undefined) return null;
  const count = (name: string): number | null => {
    const written = contentOf(body, name);
    return written === null || !/^\d+$/.test(written) ? null : Number(written);
  };
  return {
    taskId,
    status,
    summary: contentOf(body, "summary") ?? "",
    result: contentOf(body, "result"),
    usage: {
      totalTokens: count("total_tokens"),
      toolUses: count("tool_uses") ?? 0,
      durationMs: count("duration_ms") ?? 0,
    },
  };
}

const statuses: readonly TaskStatus[] = ["completed", "failed", "killed", "timeout"];

const entities: readonly (readonly [character: string, entity: string])[] = [
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&apos;"],
];

function element(name: string, text: string): string {
  return `<${name}>${entities.reduce((escaped, [character, entity]) => escaped.replaceAll(character, entity), text)}</${name}>`;
}

function contentOf(body: string, name: string): string | null {
  const escaped = new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(body)?.[1];
  if (escaped === undefined) return null;
  // The ampersand last, or `&amp;lt;` would come back as `<`.
  return entities.toReversed().reduce((text, [character, entity]) => text.replaceAll(entity, character), escaped);
}
