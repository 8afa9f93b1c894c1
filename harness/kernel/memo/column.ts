/** Numbers per piece: a column that grows copies nothing, and has at most one piece too many. */
const PIECE = 4_096;

type Numbers = Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Int8Array<ArrayBuffer>;

/**
 * One number for each request of a long log, outside of the heap that is searched for garbage. A place that was never set holds the number
 * that the column is made with.
 */
export class Column {
  readonly #unset: number;
  readonly #make: () => Numbers;
  readonly #pieces: Numbers[] = [];

  private constructor(unset: number, make: () => Numbers) {
    this.#unset = unset;
    this.#make = make;
  }

  /** Whole numbers of 32 bits, each in 4 bytes. */
  static ofIntegers(unset: number): Column {
    return new Column(unset, () => new Int32Array(PIECE).fill(unset));
  }

  /** Whole numbers from -128 to 127, each in one byte. */
  static ofBytes(unset: number): Column {
    return new Column(unset, () => new Int8Array(PIECE).fill(unset));
  }

  /** Any numbers, each in 8 bytes. */
  static ofNumbers(unset: number): Column {
    return new Column(unset, () => new Float64Array(PIECE).fill(unset));
  }

  at(place: number): number {
    return this.#pieces[Math.floor(place / PIECE)]?.[place % PIECE] ?? this.#unset;
  }

  set(place: number, value: number): void {
    const piece = Math.floor(place / PIECE);
    while (this.#pieces.length <= piece) this.#pieces.push(this.#make());
    const numbers = this.#pieces[piece];
    if (numbers !== undefined) numbers[place % PIECE] = value;
  }
}
