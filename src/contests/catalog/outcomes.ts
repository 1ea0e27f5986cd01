import { type Breach, checkSources, duplicates } from "../../shared/schema/breach.ts";
import { type OutcomesTable, outcomesTableSchema } from "../../shared/schema/outcomes.ts";
import { parseTable } from "./contest.ts";

/**
 * @throws InvalidTableError if the value does not match `outcomesTableSchema` or the table contradicts
 * itself.
 */
export function parseOutcomesTable(value: unknown, file: string): OutcomesTable {
  return parseTable(outcomesTableSchema, [checkLoadings, checkSources], value, file);
}

/** Loadings name existing factors, each once, and their squares sum to at most 1. */
function* checkLoadings({ factors, positions, otherwise, contests = [] }: OutcomesTable): Generator<Breach> {
  const names = factors.map((factor) => factor.name);
  for (const { at, name } of duplicates(names))
    yield { path: ["factors", at, "name"], reason: `"${name}" is already listed. Name it once.` };
  for (const [field, list] of Object.entries({ positions, contests })) {
    for (const { name } of duplicates(list.flatMap(({ names: own }) => own)))
      yield { path: [field], reason: `"${name}" is listed twice. List it once.` };
  }
  const all = [
    ...positions.map((one, at) => ({ path: ["positions", at], one })),
    { path: ["otherwise"], one: otherwise },
    ...contests.map((one, at) => ({ path: ["contests", at], one })),
  ];
  for (const { path, one } of all) {
    for (const [at, { factor, side }] of one.loadings.entries()) {
      const place = [...path, "loadings", at, "factor"];
      if (!names.includes(factor))
        yield { path: place, reason: `"${factor}" is not in \`factors\`. Add it there or name another.` };
      if (side === "opponent" && factors.some(({ name, contested }) => contested && name === factor))
        yield {
          path: place,
          reason: `"${factor}" is divided among the players of one team (\`contested\`), so it has no opponent. Set "side" to "own".`,
        };
      if (side === "next" && factors.some(({ name, of }) => of !== "order" && name === factor))
        yield {
          path: place,
          reason: `"${factor}" has no side "next", which only factors with "of": "order" have. Set "side" to another value.`,
        };
      if (one.loadings.findIndex((other) => other.factor === factor && other.side === side) < at)
        yield { path: place, reason: `"${factor}" is already listed for this side. Remove one of the two.` };
    }
    const squares = one.loadings.reduce((sum, { loading }) => sum + loading ** 2, 0);
    if (squares > 1)
      yield {
        path: [...path, "loadings"],
        reason: `their squares sum to ${Number(squares.toFixed(4))}; the sum must be at most 1.`,
      };
  }
}
