import { h } from "../dom.ts";
import type { Palette } from "./palette.ts";
import type { Recording } from "../data/recording.ts";

export type BarOptions = {
  readonly width: number;
  readonly height: number;
  readonly pixelsPerToken: number;
  readonly palette: Palette;
  readonly ratio: number;
  /** The position of a block that a reader chose; -1 for no block. */
  readonly chosen: number;
};

/** The prompt of a request, drawn: a block is as wide as its tokens, so equal blocks of two rows stand below each other. */
export function drawBar(recording: Recording, row: number, options: BarOptions): HTMLCanvasElement {
  const { width, height, ratio, palette } = options;
  const canvas = h("canvas", { "aria-hidden": "true" });
  canvas.width = Math.max(1, Math.round(width * ratio));
  canvas.height = Math.round(height * ratio);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const context = canvas.getContext("2d");
  if (context === null) return canvas;
  const edges = blockEdges(recording, row, options.pixelsPerToken * ratio);
  const states = recording.states(row);
  const { suspected, marks } = recording.request(row);
  const [top, bottom] = [Math.round(3 * ratio), canvas.height - Math.round(3 * ratio)];
  fillRuns(context, { edges, states, palette, top, bottom });
  drawGaps(context, recording, row, { edges, palette, ratio, top, bottom });
  drawMarks(context, marks, { edges, palette, ratio, bottom: canvas.height });
  drawEdge(context, edges[firstDifference(recording, row)], { palette, ratio, bottom: canvas.height });
  if (suspected.length > 0) outline(context, edges.at(-1) ?? 0, { palette, ratio, top, bottom });
  const [start, end] = [edges[options.chosen], edges[options.chosen + 1]];
  if (start !== undefined && end !== undefined) {
    context.strokeStyle = palette.focus;
    context.lineWidth = 2 * ratio;
    context.strokeRect(start + ratio, ratio, Math.max(2 * ratio, end - start - 2 * ratio), canvas.height - 2 * ratio);
  }
  return canvas;
}

/** Where blocks begin and end, in pixels: one more than there are blocks. */
export function blockEdges(recording: Recording, row: number, pixelsPerToken: number): readonly number[] {
  const edges = [0];
  let tokens = 0;
  for (const index of recording.prompt(row)) {
    tokens += recording.block(index)[4];
    edges.push(Math.round(tokens * pixelsPerToken));
  }
  return edges;
}

type Runs = {
  readonly edges: readonly number[];
  readonly palette: Palette;
  readonly top: number;
  readonly bottom: number;
};

/** Neighbours of one state are one rectangle. */
function fillRuns(
  context: CanvasRenderingContext2D,
  { edges, states, palette, top, bottom }: Runs & { readonly states: Uint8Array },
): void {
  for (let from = 0; from < states.length;) {
    let end = from + 1;
    while (end < states.length && states[end] === states[from]) end += 1;
    const [start = 0, stop = 0] = [edges[from], edges[end]];
    context.fillStyle = palette.fill(states[from] ?? 0);
    context.fillRect(start, top, Math.max(1, stop - start), bottom - top);
    from = end;
  }
}

type Scaled = Runs & { readonly ratio: number };

/** Gaps between blocks where there is room for them, wider ones between segments. */
function drawGaps(
  context: CanvasRenderingContext2D,
  recording: Recording,
  row: number,
  { edges, palette, ratio, top, bottom }: Scaled,
): void {
  context.fillStyle = palette.ground;
  const prompt = recording.prompt(row);
  for (let at = 1; at < prompt.length; at += 1) {
    const [one, other] = [prompt[at - 1] ?? 0, prompt[at] ?? 0];
    const isBorder = recording.block(one)[1] !== recording.block(other)[1];
    const [edge = 0, next = 0, last = 0] = [edges[at], edges[at + 1], edges[at - 1]];
    if (!isBorder && (next - edge < 4 * ratio || edge - last < 4 * ratio)) continue;
    const wide = Math.round((isBorder ? 3 : 1) * ratio);
    context.fillRect(edge - Math.floor(wide / 2), top, wide, bottom - top);
  }
}

function drawMarks(
  context: CanvasRenderingContext2D,
  marks: readonly number[],
  { edges, palette, ratio, bottom }: Omit<Scaled, "top">,
): void {
  context.fillStyle = palette.mark;
  for (const at of marks) {
    const x = Math.max(0, (edges[at + 1] ?? 0) - Math.round(ratio));
    for (let y = 0; y < bottom; y += 4 * ratio) context.fillRect(x, y, Math.round(1.5 * ratio), 2.5 * ratio);
  }
}

/** The position of the first block of a broken request that differs from its parent's; -1 without one. */
function firstDifference(recording: Recording, row: number): number {
  const { difference, findings, parent, like, keep } = recording.request(row);
  const isBroken = findings.some(({ role }) => role === "cause" || role === "invalid");
  return isBroken && difference !== null && like === parent ? keep : -1;
}

/** Where the prompt leaves its parent's. What is lost may begin further left, at the last breakpoint that still holds. */
function drawEdge(
  context: CanvasRenderingContext2D,
  x: number | undefined,
  { palette, ratio, bottom }: Pick<Scaled, "palette" | "ratio" | "bottom">,
): void {
  if (x === undefined) return;
  const half = 4 * ratio;
  context.fillStyle = palette.ground;
  context.fillRect(x - 2.5 * ratio, 0, 5 * ratio, bottom);
  context.fillStyle = palette.edge;
  context.fillRect(x - ratio, 0, 2 * ratio, bottom);
  context.beginPath();
  context.moveTo(x - half, 0);
  context.lineTo(x + half, 0);
  context.lineTo(x, 1.5 * half);
  context.fill();
}

/** A row whose parent is in doubt. */
function outline(
  context: CanvasRenderingContext2D,
  end: number,
  { palette, ratio, top, bottom }: Omit<Scaled, "edges">,
): void {
  context.strokeStyle = palette.mark;
  context.lineWidth = ratio;
  context.setLineDash([3 * ratio, 3 * ratio]);
  context.strokeRect(0.5 * ratio, top - ratio, end, bottom - top + 2 * ratio);
  context.setLineDash([]);
}
