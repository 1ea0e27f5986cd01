import { bookACsv } from "./book-a-csv.ts";
import { bookBCsv } from "./book-b-csv.ts";
import { bookCCsv } from "./book-c-csv.ts";
import { inventPool } from "./invent.ts";
import { SHAPES, slateName } from "./shapes/index.ts";

/**
 * An invented main slate as the book's own CSV file. `name` is `<sport>.<book>.<contest>`; without `seed` it
 * is the slate in examples/slates.
 * @throws RangeError for a name without a shape.
 */
export function generateSlate(name: string, seed?: number): string {
  const shape = SHAPES.find((candidate) => slateName(candidate) === name);
  if (shape === undefined)
    throw new RangeError(`No slate is called ${name}. Known: ${SHAPES.map(slateName).join(", ")}.`);
  const { pool, random } = inventPool(shape, seed ?? shape.seed);
  if (shape.book === "bookA") return bookACsv(shape, pool, random);
  return shape.book === "bookB" ? bookBCsv(shape, pool, random) : bookCCsv(shape, pool, random);
}
