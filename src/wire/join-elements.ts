/** Raw JSON elements as one buffer, ready to stand in an array. */
export function joinElements(elements: readonly Buffer[]): Buffer {
  return Buffer.concat(elements.flatMap((element, index) => (index === 0 ? [element] : [comma, element])));
}

const comma = Buffer.from(",");
