import { h } from "./dom.ts";

type Theme = "light" | "dark";

/** A button that switches between light and dark; at first the page follows the system. */
export function themeButton(onChange: () => void): HTMLElement {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const current = (): Theme => {
    const { theme } = document.documentElement.dataset;
    if (theme === "light" || theme === "dark") return theme;
    return system.matches ? "dark" : "light";
  };
  const button = h("button", { type: "button", class: "theme", onclick: () => change() });
  const label = (): void => {
    const other = current() === "dark" ? "light" : "dark";
    button.textContent = other === "dark" ? "☾" : "☀";
    button.setAttribute("aria-label", `switch to ${other} colours`);
    button.title = `switch to ${other} colours`;
  };
  const change = (): void => {
    document.documentElement.dataset["theme"] = current() === "dark" ? "light" : "dark";
    label();
    onChange();
  };
  system.addEventListener("change", () => {
    label();
    onChange();
  });
  label();
  return button;
}
