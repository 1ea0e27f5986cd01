import type { Breach } from "../schema/breach.ts";
import { type OutcomesTable, outcomesTableSchema } from "../schema/outcomes.ts";
import { checkSources } from "./sources.ts";
import { parseTable } from "./table.ts";

/**
 * A table of outcomes from its JSON value, checked and frozen. `file` is the name that errors give.
 * @throws InvalidTableError if the shape is not that of `outcomesTableSchema` or the table contradicts itself.
 */
export function parseOutcomesTable(value: unknown, file: string): OutcomesTable {
  return parseTable(outcomesTableSchema, [checkLoadings, checkSources], value, file);
}

/** Loadings name factors there are, each once, and leave something for the entry itself. */
function* checkLoadings({ factors, positions, otherwise }: OutcomesTable): Generator<Breach> {
  const names = factors.map((factor) => factor.name);
  const twice = names.findIndex((name, at) => names.indexOf(name) !== at);
  if (twice !== -1)
    yield { path: ["factors", twice, "name"], reason: `"${names[twice]}" is listed already. Name it once.` };
  const played = positions.flatMap((one) => one.names);
  const again = played.find((name, at) => played.indexOf(name) !== at);
  if (again !== undefined) yield { path: ["positions"], reason: `"${again}" is listed twice. List it once.` };
  const all = [
    ...positions.map((one, at) => ({ path: ["positions", at], one })),
    { path: ["otherwise"], one: otherwise },
  ];
  for (const { path, one } of all) {
    const seen = new Set<string>();
    for (const [at, { factor, side }] of one.loadings.entries()) {
      const place = [...path, "loadings", at, "factor"];
      if (!names.includes(factor))
        yield { path: place, reason: `"${factor}" is none of factors. Add it there or name another.` };
      if (seen.has(`${side} ${factor}`))
        yield { path: place, reason: `"${factor}" is listed already. Name it once for each side.` };
      seen.add(`${side} ${factor}`);
    }
    const squares = one.loadings.reduce((sum, { loading }) => sum + loading ** 2, 0);
    if (squares > 1)
      yield {
        path: [...path, "loadings"],
        reason: `their squares sum to ${Number(squares.toFixed(4))}; they can sum to 1 at the most.`,
      };
  }
}
