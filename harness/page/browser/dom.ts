import { visible } from "./visible.ts";

type Value = string | number | boolean | null | ((event: Event) => void);
export type Child = Node | string | null;

/**
 * Makes an element. A function is a listener (`onclick`); null and false leave an attribute out. Text is never mark-up, and characters that
 * a reader cannot see are spelled.
 */
export function h<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, Value>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(key, value === true ? "" : visible(String(value)));
  }
  append(element, children);
  return element;
}

/** The same for a drawing. */
export function svg(
  name: string,
  attributes: Readonly<Record<string, string | number>> = {},
  ...children: readonly Child[]
): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  append(element, children);
  return element;
}

export function fill(element: Element, ...children: readonly Child[]): void {
  element.replaceChildren();
  append(element, children);
}

function append(element: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (child === null) continue;
    element.append(typeof child === "string" ? visible(child) : child);
  }
}
