/** What a client sees of one request: its answer as far as it came, and how it broke. */
export type Observation = {
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly broke: boolean;
};

const compared = ["content-type", "content-encoding", "content-length", "retry-after", "request-id"];

export async function observe(url: string, init: RequestInit = {}): Promise<Observation> {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch {
    return { status: null, headers: {}, body: "", broke: true };
  }
  const headers = Object.fromEntries([...response.headers].filter(([name]) => compared.includes(name)));
  const parts: Uint8Array[] = [];
  try {
    for await (const part of response.body ?? []) parts.push(part);
  } catch {
    return { status: response.status, headers, body: Buffer.concat(parts).toString(), broke: true };
  }
  return { status: response.status, headers, body: Buffer.concat(parts).toString(), broke: false };
}
