import { entryRef, type Message, message } from "../shared/errors/message-parts.ts";
import { type InvalidRequestError, invalidRequest } from "../shared/errors.ts";

export interface Correlations {
  readonly uuids: readonly string[];
  /** One row per GUID, from -1 to 1: correlations of the normal numbers that points are drawn from. */
  readonly matrix: readonly (readonly number[])[];
}

const TOLERANCE = 1e-6;

/**
 * By GUID, a row of the matrix's Cholesky factor: loadings on independent normal numbers. @throws
 * InvalidRequestError that names the pair at fault
 */
export function loadingsOf({ uuids, matrix }: Correlations): ReadonlyMap<string, readonly number[]> {
  checkPairs(uuids, matrix);
  const rows: number[][] = [];
  for (const [i, correlations] of matrix.entries()) {
    const row: number[] = [];
    for (let j = 0; j < i; j += 1) {
      const left = correlations[j]! - dot(row, rows[j]!, j);
      const pivot = rows[j]![j]!;
      if (pivot === 0 && Math.abs(left) > TOLERANCE)
        throw refusal(uuids, i, j, contradiction(correlations[j]!));
      row.push(pivot === 0 ? 0 : left / pivot);
    }
    const rest = 1 - dot(row, row, i);
    if (rest < -TOLERANCE) {
      const worst = row.reduce((best, one, j) => (Math.abs(one) > Math.abs(row[best]!) ? j : best), 0);
      throw refusal(uuids, i, worst, contradiction(correlations[worst]!));
    }
    row.push(rest > TOLERANCE ? Math.sqrt(rest) : 0);
    rows.push(row);
  }
  return new Map(uuids.map((uuid, index) => [uuid, rows[index]!]));
}

function checkPairs(uuids: readonly string[], matrix: Correlations["matrix"]): void {
  const size = uuids.length;
  if (matrix.length !== size || matrix.some((row) => row.length !== size))
    throw invalid(
      `\`correlations.matrix\` must have ${size} rows of ${size} numbers, because \`uuids\` lists ${size}.`,
    );
  for (const [i, uuid] of uuids.entries()) {
    if (uuids.indexOf(uuid) !== i)
      throw invalid(
        message`\`correlations.uuids\` lists ${entryRef(uuid)} twice. Remove one, with its row and column.`,
      );
    if (Math.abs(matrix[i]![i]! - 1) > TOLERANCE)
      throw refusal(uuids, i, i, `is ${matrix[i]![i]}; it must be 1.`);
    for (let j = 0; j < i; j += 1) {
      const [one, other] = [matrix[i]![j]!, matrix[j]![i]!];
      if (Math.abs(one - other) > TOLERANCE)
        throw refusal(uuids, i, j, `is ${one} one way and ${other} the other way. Give one number.`);
      if (Math.abs(one) > 1 + TOLERANCE) throw refusal(uuids, i, j, `is ${one}; it must be from -1 to 1.`);
    }
  }
}

function dot(a: readonly number[], b: readonly number[], length: number): number {
  let sum = 0;
  for (let index = 0; index < length; index += 1) sum += a[index]! * b[index]!;
  return sum;
}

function contradiction(correlation: number): string {
  return `is ${correlation}, which contradicts their correlations with the others. Move it closer to what those imply.`;
}

function refusal(uuids: readonly string[], i: number, j: number, reason: string): InvalidRequestError {
  const whose =
    i === j
      ? message`of ${entryRef(uuids[i]!)} with itself`
      : message`of ${entryRef(uuids[i]!)} with ${entryRef(uuids[j]!)}`;
  return invalid(message`The correlation ${whose} ${reason}`);
}

function invalid(detail: Message): InvalidRequestError {
  return invalidRequest("invalid-correlations", "correlations", detail);
}
