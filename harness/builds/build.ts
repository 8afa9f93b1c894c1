import type { Recording } from "../kernel/exchange.ts";
import type { JudgedRecording } from "../kernel/inspection/inspection.ts";
import type { BuildSketch } from "./build-sketch.ts";

/** One of two recordings: judged, priced and sketched. */
export type Build = { readonly recording: Recording; readonly judged: JudgedRecording; readonly sketch: BuildSketch };
