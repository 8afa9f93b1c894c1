import type { PageData } from "../../page-data.ts";

/** The data of this page: compressed JSON in base64. Throws if the file was cut or edited. */
export async function readData(): Promise<PageData> {
  const text = document.getElementById("data")?.textContent ?? "";
  const bytes = Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const data: PageData = JSON.parse(await new Response(stream).text());
  return data;
}
