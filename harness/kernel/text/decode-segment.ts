/** A segment of a path without its percent escapes; null if an escape is not one. */
export function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
