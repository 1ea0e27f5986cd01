/**
 * The breakpoints of a line search: as the step passes a breakpoint's length, the slope falls by that
 * breakpoint's part.
 */
export class Breakpoints {
  count = 0;
  /** The variables; `pass` moves the passed ones to the front. */
  variables = new Int32Array(16);
  #steps = new Float64Array(16);
  #parts = new Float64Array(16);

  clear(most: number): void {
    this.count = 0;
    if (this.variables.length >= most) return;
    this.variables = new Int32Array(2 * most);
    this.#steps = new Float64Array(2 * most);
    this.#parts = new Float64Array(2 * most);
  }

  add(variable: number, step: number, part: number): void {
    this.variables[this.count] = variable;
    this.#steps[this.count] = step;
    this.#parts[this.count] = part;
    this.count += 1;
  }

  /**
   * Moves the breakpoints that keep the slope above 0 to the front; none of the rest is shorter. Returns their
   * number; the next one ends the slope. -1 if the slope stays positive past all of them.
   */
  pass(slope: number): number {
    let left = slope;
    let [from, end] = [0, this.count];
    while (from < end) {
      // Partition into shorter than, equal to and longer than the pivot.
      const pivot = this.#steps[(from + end) >> 1]!;
      let [shorter, at, longer] = [from, from, end];
      let [lost, equal] = [0, 0];
      while (at < longer) {
        const step = this.#steps[at]!;
        if (step < pivot) {
          lost += this.#parts[at]!;
          this.#swap(at, shorter);
          shorter += 1;
          at += 1;
        } else if (step > pivot) {
          longer -= 1;
          this.#swap(at, longer);
        } else {
          equal += this.#parts[at]!;
          at += 1;
        }
      }
      if (lost >= left) end = shorter;
      else if (lost + equal >= left) return this.#among(shorter, longer, left - lost);
      else {
        left -= lost + equal;
        from = longer;
      }
    }
    return -1;
  }

  /** Passes the smallest parts first among equal steps, so that the last one (the pivot) is large. */
  #among(from: number, end: number, slope: number): number {
    let left = slope;
    for (let at = from; at < end; at += 1) {
      for (let other = at + 1; other < end; other += 1)
        if (this.#parts[other]! < this.#parts[at]!) this.#swap(at, other);
      left -= this.#parts[at]!;
      if (left <= 0) return at;
    }
    return end - 1;
  }

  #swap(one: number, other: number): void {
    const [variables, steps, parts] = [this.variables, this.#steps, this.#parts];
    const variable = variables[one]!;
    variables[one] = variables[other]!;
    variables[other] = variable;
    const step = steps[one]!;
    steps[one] = steps[other]!;
    steps[other] = step;
    const part = parts[one]!;
    parts[one] = parts[other]!;
    parts[other] = part;
  }
}
