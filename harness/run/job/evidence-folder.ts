import { createHash } from "node:crypto";

/** The folder for the evidence of one job: readable, and unique by its end. */
export function evidenceFolder(folder: string, id: string): string {
  const words = id
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  const digest = createHash("sha256").update(id).digest("hex");
  return `${folder.replace(/\/+$/, "")}/${words.slice(0, 60)}-${digest.slice(0, 6)}`;
}
