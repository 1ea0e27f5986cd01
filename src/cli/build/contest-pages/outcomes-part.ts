import type { OutcomesTable } from "../../../shared/schema/outcomes.ts";
import { code, codes, table } from "../markdown.ts";

/** How points spread in simulations, and how they correlate. */
export function outcomesPart({ sport, factors, positions, otherwise, sources }: OutcomesTable): string {
  const all = [...positions, { ...otherwise, names: ["all others"] }];
  return [
    "## In simulations",
    `From \`scoring/${sport}/outcomes.json\`. Players who share a factor correlate by the product of their loadings.`,
    table(
      ["positions", "shape", "deviation", "least points", "source", "loadings"],
      all.map(({ names, spread, loadings }) => [
        codes(names),
        spread.family,
        `${spread.ratio} of the projection`,
        spread.least,
        code(spread.source),
        loadings
          .map(({ factor, side, loading, source }) => `${factor} (${side}) ${loading} (${code(source)})`)
          .join(", "),
      ]),
    ),
    table(
      ["factor", "of each"],
      factors.map(({ name, of }) => [name, of]),
    ),
    table(
      ["source", "what it is"],
      Object.entries(sources).map(([key, text]) => [code(key), text]),
    ),
  ].join("\n\n");
}
