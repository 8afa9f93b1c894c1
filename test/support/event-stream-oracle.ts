/**
 * The data of a stream's events by the letter of the specification (WHATWG HTML, 9.2.6), one character at a time: slow, and shares
 * nothing with what it is held against. `unended` counts an event that the stream's end cuts off behind a line of data.
 */
export function eventsByTheLetter(stream: string, { unended }: { readonly unended: boolean }): readonly string[] {
  const events: string[] = [];
  let buffer = "";
  const dispatch = (): void => {
    if (buffer !== "") events.push(buffer.slice(0, -1));
    buffer = "";
  };
  const { lines, rest } = linesOf(stream.startsWith("\uFEFF") ? stream.slice(1) : stream);
  for (const line of unended ? [...lines, rest] : lines) {
    if (line === "") dispatch();
    else if (fieldOf(line).name === "data") buffer += `${fieldOf(line).value}\n`;
  }
  if (unended) dispatch();
  return events;
}

function linesOf(stream: string): { readonly lines: readonly string[]; readonly rest: string } {
  const lines: string[] = [];
  let line = "";
  for (let at = 0; at < stream.length; at += 1) {
    const letter = stream.charAt(at);
    if (letter === "\r" && stream.charAt(at + 1) === "\n") continue;
    if (letter === "\r" || letter === "\n") {
      lines.push(line);
      line = "";
    } else line += letter;
  }
  return { lines, rest: line };
}

function fieldOf(line: string): { readonly name: string; readonly value: string } {
  const colon = line.indexOf(":");
  if (colon === -1) return { name: line, value: "" };
  const value = line.slice(colon + 1);
  return { name: line.slice(0, colon), value: value.startsWith(" ") ? value.slice(1) : value };
}
