/** How states are filled: each has a colour and a pattern of its own, so that neither is the only sign. */
export type Palette = {
  readonly fill: (state: number) => string | CanvasPattern;
  readonly ground: string;
  readonly mark: string;
  readonly edge: string;
  readonly focus: string;
  readonly faint: string;
};

type Tile = (context: CanvasRenderingContext2D, size: number) => void;

/** Makes fills from the colours that the style sheet gives to the theme. */
export function makePalette(element: Element, ratio: number): Palette {
  const style = getComputedStyle(element);
  const colour = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  const ground = colour("ground");
  const tile = (name: string, draw: Tile): string | CanvasPattern => patternOf(colour(name), ground, draw, ratio);
  const fills = [
    colour("read"),
    tile("written", stripes),
    tile("fresh", dots),
    tile("lost", crosses),
    tile("unknown", dashes),
  ];
  return {
    fill: (state) => fills[state] ?? ground,
    ground,
    mark: colour("mark"),
    edge: colour("bad"),
    focus: colour("focus"),
    faint: colour("faint"),
  };
}

/** The edge of a tile in CSS pixels. */
const TILE = 8;

function patternOf(colour: string, ground: string, draw: Tile, ratio: number): string | CanvasPattern {
  const size = Math.round(TILE * ratio);
  const canvas = document.createElement("canvas");
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext("2d");
  if (context === null) return colour;
  context.fillStyle = ground;
  context.fillRect(0, 0, size, size);
  context.fillStyle = colour;
  context.strokeStyle = colour;
  context.lineWidth = size / 5;
  draw(context, size);
  return context.createPattern(canvas, "repeat") ?? colour;
}

/** Wider than the gaps between them, so that the colour carries. */
function stripes(context: CanvasRenderingContext2D, size: number): void {
  context.lineWidth = size / 2.6;
  line(context, [-size, size], [size, -size]);
  line(context, [0, size], [size, 0]);
  line(context, [0, 2 * size], [2 * size, 0]);
}

function dots(context: CanvasRenderingContext2D, size: number): void {
  context.globalAlpha = 0.28;
  context.fillRect(0, 0, size, size);
  context.globalAlpha = 1;
  for (const [x, y] of [
    [0.25, 0.25],
    [0.75, 0.75],
  ] as const) {
    context.beginPath();
    context.arc(x * size, y * size, size / 7, 0, 2 * Math.PI);
    context.fill();
  }
}

function crosses(context: CanvasRenderingContext2D, size: number): void {
  context.globalAlpha = 0.3;
  context.fillRect(0, 0, size, size);
  context.globalAlpha = 1;
  context.lineWidth = size / 6;
  line(context, [0, 0], [size, size]);
  line(context, [0, size], [size, 0]);
}

function dashes(context: CanvasRenderingContext2D, size: number): void {
  context.globalAlpha = 0.35;
  context.fillRect(0, 0, size, size);
  context.globalAlpha = 1;
  context.fillRect(0, size * 0.44, size * 0.5, size * 0.12);
}

function line(context: CanvasRenderingContext2D, from: readonly [number, number], to: readonly [number, number]): void {
  context.beginPath();
  context.moveTo(...from);
  context.lineTo(...to);
  context.stroke();
}
