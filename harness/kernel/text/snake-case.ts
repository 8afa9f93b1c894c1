/** `toolConfig` as `tool_config`: protocol buffers' JSON takes either spelling of a name. */
export function snakeCase(name: string): string {
  return CAPITAL.test(name) ? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : name;
}

const CAPITAL = /[A-Z]/;
