/** A smaller pivot counts as zero. */
const LEAST_PIVOT = 1e-9;

/** The dense inverse of a square matrix, updated when one column is replaced. */
export class Inverse {
  size = 0;
  /** Row by row. */
  values = new Float64Array(0);

  /** Inverts the matrix whose columns `fill` writes into zeroed arrays; false if it is singular. */
  rebuild(size: number, fill: (column: number, into: Float64Array) => void): boolean {
    this.size = size;
    const width = 2 * size;
    const rows = new Float64Array(size * width);
    const column = new Float64Array(size);
    for (let at = 0; at < size; at += 1) {
      column.fill(0);
      fill(at, column);
      for (let row = 0; row < size; row += 1) rows[row * width + at] = column[row]!;
      rows[at * width + size + at] = 1;
    }
    for (let at = 0; at < size; at += 1) {
      let pivot = at;
      for (let row = at + 1; row < size; row += 1)
        if (Math.abs(rows[row * width + at]!) > Math.abs(rows[pivot * width + at]!)) pivot = row;
      if (Math.abs(rows[pivot * width + at]!) < LEAST_PIVOT) return false;
      if (pivot !== at) {
        const held = rows.slice(pivot * width, (pivot + 1) * width);
        rows.copyWithin(pivot * width, at * width, (at + 1) * width);
        rows.set(held, at * width);
      }
      const scale = 1 / rows[at * width + at]!;
      for (let to = at * width; to < (at + 1) * width; to += 1) rows[to]! *= scale;
      for (let row = 0; row < size; row += 1) {
        const times = rows[row * width + at]!;
        if (row === at || times === 0) continue;
        for (let to = 0; to < width; to += 1) rows[row * width + to]! -= times * rows[at * width + to]!;
      }
    }
    this.values = new Float64Array(size * size);
    for (let row = 0; row < size; row += 1)
      this.values.set(rows.subarray(row * width + size, (row + 1) * width), row * size);
    return true;
  }

  /** The inverse times a vector. */
  apply(vector: Float64Array, into: Float64Array): Float64Array {
    const { size, values } = this;
    into.fill(0);
    for (let column = 0; column < size; column += 1) {
      const times = vector[column]!;
      if (times === 0) continue;
      for (let row = 0, at = column; row < size; row += 1, at += size) into[row]! += times * values[at]!;
    }
    return into;
  }

  /** Replaces the column at `place` by a column whose product with the inverse is `image`. */
  replace(place: number, image: Float64Array): void {
    const { size, values } = this;
    const scale = 1 / image[place]!;
    const own = place * size;
    for (let at = 0; at < size; at += 1) values[own + at]! *= scale;
    for (let row = 0; row < size; row += 1) {
      const times = image[row]!;
      if (row === place || times === 0) continue;
      const from = row * size;
      for (let at = 0; at < size; at += 1) values[from + at]! -= times * values[own + at]!;
    }
  }
}
