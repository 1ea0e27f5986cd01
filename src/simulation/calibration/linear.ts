/** Small dense linear algebra for fits of a few parameters; matrices are lists of rows. */

type Matrix = readonly (readonly number[])[];

/** The inverse of a symmetric positive definite matrix, by Gauss and Jordan's elimination. */
export function inverse(matrix: Matrix): number[][] {
  const size = matrix.length;
  const rows = matrix.map((row, at) => [...row, ...row.map((_, column) => Number(column === at))]);
  for (let at = 0; at < size; at += 1) {
    const pivot = rows[at]![at]!;
    const row = rows[at]!.map((one) => one / pivot);
    rows[at] = row;
    for (let other = 0; other < size; other += 1) {
      if (other === at) continue;
      const factor = rows[other]![at]!;
      rows[other] = rows[other]!.map((one, column) => one - factor * row[column]!);
    }
  }
  return rows.map((row) => row.slice(size));
}

export function times(matrix: Matrix, vector: readonly number[]): number[] {
  return matrix.map((row) => row.reduce((sum, one, at) => sum + one * vector[at]!, 0));
}
