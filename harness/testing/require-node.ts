import { nodeVersion } from "../io/process.ts";
import { nodeComplaint } from "../kernel/faults/node-complaint.ts";

/** Imported first: later modules fail on an older Node in words that name no version. */
const complaint = nodeComplaint(nodeVersion(), !import.meta.url.endsWith(".ts"));
if (complaint !== null) throw new Error(complaint);
