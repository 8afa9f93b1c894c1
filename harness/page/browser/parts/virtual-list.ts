import { h } from "../dom.ts";

type ListOptions = {
  readonly label: string;
  readonly role: "grid" | "listbox";
  readonly rowHeight: number;
  readonly draw: (index: number) => HTMLElement;
};

/** A list that draws what is visible and a little more. Rows have one height. */
export class VirtualList {
  /** Scrolls. */
  readonly element: HTMLElement;
  /** As wide as its rows. */
  readonly #body: HTMLElement;
  readonly #options: ListOptions;
  readonly #drawn = new Map<number, HTMLElement>();
  #count = 0;
  #isWaiting = false;

  constructor(options: ListOptions) {
    this.#options = options;
    const { label, role } = options;
    this.#body = h("div", { class: "virtual-body", role, "aria-label": label });
    this.element = h("div", { class: "virtual", tabindex: 0, "aria-label": label, role: "group" }, this.#body);
    this.element.addEventListener("scroll", () => this.#later(), { passive: true });
    new ResizeObserver(() => this.#later()).observe(this.element);
  }

  /** The element whose width rows have. */
  get body(): HTMLElement {
    return this.#body;
  }

  reset(count: number): void {
    this.#count = count;
    this.#body.style.height = `${count * this.#options.rowHeight}px`;
    this.#body.setAttribute("aria-rowcount", String(count));
    if (this.#options.role === "listbox") this.#body.removeAttribute("aria-rowcount");
    this.redraw();
  }

  /** Draws all visible rows anew. */
  redraw(): void {
    for (const row of this.#drawn.values()) row.remove();
    this.#drawn.clear();
    this.#draw();
  }

  /** Scrolls as little as shows a row. */
  show(index: number): void {
    const { rowHeight } = this.#options;
    const { scrollTop, clientHeight } = this.element;
    const top = index * rowHeight;
    if (top < scrollTop + rowHeight) this.element.scrollTop = Math.max(0, top - 2 * rowHeight);
    else if (top + 3 * rowHeight > scrollTop + clientHeight)
      this.element.scrollTop = top + 3 * rowHeight - clientHeight;
    this.#draw();
  }

  #later(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    requestAnimationFrame(() => {
      this.#isWaiting = false;
      this.#draw();
    });
  }

  #draw(): void {
    const { rowHeight, draw } = this.#options;
    const { scrollTop, clientHeight } = this.element;
    const first = Math.max(0, Math.floor(scrollTop / rowHeight) - SPARE);
    const end = Math.min(this.#count, Math.ceil((scrollTop + clientHeight) / rowHeight) + SPARE);
    for (const [index, row] of this.#drawn) {
      if (index >= first && index < end) continue;
      row.remove();
      this.#drawn.delete(index);
    }
    // Backwards, so that the row behind each is there: readers of elements meet rows in their order.
    for (let index = end - 1; index >= first; index -= 1) {
      if (this.#drawn.has(index)) continue;
      const row = draw(index);
      row.style.transform = `translateY(${index * rowHeight}px)`;
      row.style.height = `${rowHeight}px`;
      this.#drawn.set(index, row);
      this.#body.insertBefore(row, this.#drawn.get(index + 1) ?? null);
    }
  }
}

/** Rows drawn above and below what is visible. */
const SPARE = 6;
