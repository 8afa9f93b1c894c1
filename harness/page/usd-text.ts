/** The words for money of the terminal, for the page's script. */
export { usdText } from "../kernel/text/usd-text.ts";
