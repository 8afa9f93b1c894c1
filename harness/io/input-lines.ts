/** The lines of standard input, each as soon as it is there. JSON may hold U+2028, which readline takes for the end of a line. */
export async function* inputLines(): AsyncGenerator<string> {
  process.stdin.setEncoding("utf8");
  let rest = "";
  for await (const chunk of process.stdin) {
    const lines = `${rest}${String(chunk)}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield line.replace(/\r$/, "");
  }
  if (rest !== "") yield rest;
}
