import type { DocumentFormat, LinesFormat } from "./foreign-format.ts";
import {
  anthropicBatchDocument,
  anthropicBatchInput,
  anthropicBatchOutput,
  openAiBatchInput,
  openAiBatchOutput,
} from "./formats/batches.ts";
import { claudeTap, claudeTapExport } from "./formats/claude-tap.ts";
import { claudeTrace } from "./formats/claude-trace.ts";
import { usageEntries, usageLines, usageReport } from "./formats/ccusage.ts";
import { har, polly } from "./formats/har.ts";
import { liteLlm } from "./formats/litellm.ts";
import { otelDocument, otelLines } from "./formats/otel-spans.ts";
import { claudeSession, codexRollout } from "./formats/transcripts.ts";
import { goVcr, httpRecorder, vcrpy } from "./formats/vcr.ts";

/** At most one of them recognises a document; a test shows each the others' files. */
export const documentFormats: readonly DocumentFormat[] = [
  har,
  polly,
  vcrpy,
  goVcr,
  httpRecorder,
  anthropicBatchDocument,
  otelDocument,
  usageEntries,
  usageReport,
  claudeTapExport,
];

export const linesFormats: readonly LinesFormat[] = [
  claudeTrace,
  claudeTap,
  claudeSession,
  codexRollout,
  liteLlm,
  openAiBatchInput,
  openAiBatchOutput,
  anthropicBatchInput,
  anthropicBatchOutput,
  otelLines,
  usageLines,
];

/** As people call them, each once. */
export const formatNames: readonly string[] = [
  ...new Set([...documentFormats, ...linesFormats].map(({ name }) => name)),
];
