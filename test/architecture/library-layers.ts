import type { Layer } from "./layer-rules.ts";

/** The folders of the fork library, from the bottom up. */
export const libraryLayers: readonly Layer[] = [
  { folder: "options", mayImport: [], why: "How an unknown option is refused is the same for every reader." },
  { folder: "wire", mayImport: ["options"], why: "Bytes know nothing of forks." },
  {
    folder: "filters",
    mayImport: ["options"],
    why: "A filter sees one call and never the request, whose bytes it could change.",
  },
  { folder: "telemetry", mayImport: [], why: "Names and shapes of events are data." },
  {
    folder: "cache-safe",
    mayImport: ["options", "wire"],
    why: "What a fork must keep is read off the raw body alone.",
  },
  {
    folder: "strategies",
    mayImport: ["options", "wire", "cache-safe"],
    why: "A strategy seeds a history; it runs nothing.",
  },
  {
    folder: "providers",
    mayImport: ["options", "wire"],
    why: "A client sends a finished body and need not know why.",
  },
  { folder: "transcript", mayImport: ["wire", "filters"], why: "A transcript keeps turns; it drives none." },
  {
    folder: "fork",
    mayImport: ["options", "wire", "filters", "telemetry", "cache-safe", "strategies", "providers", "transcript"],
    why: "The turn loop puts the library together; only ready-made forks build on it.",
  },
  {
    folder: "consumers",
    mayImport: ["filters", "fork"],
    why: "A ready-made fork uses the library as an agent would.",
  },
  {
    folder: "remote",
    mayImport: ["options", "wire", "filters", "cache-safe", "strategies", "providers", "fork"],
    why: "A fork in another process is a run whose turns are taken elsewhere.",
  },
  {
    folder: "index.ts",
    mayImport: [
      "remote",
      "consumers",
      "wire",
      "filters",
      "telemetry",
      "cache-safe",
      "strategies",
      "providers",
      "transcript",
      "fork",
    ],
    why: "The public entry gathers what the library publishes.",
  },
];
