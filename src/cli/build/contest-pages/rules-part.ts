import type { ContestTable } from "../../../contests/catalog/contest-table.ts";
import { type TableValue, valuesOf } from "../../../contests/constraints/readers/table-values.ts";
import { code, codes, table } from "../markdown.ts";

/** The contents of a contest's table: slots, positions and rules, each with the value's source. */
export function rulesPart(contest: ContestTable): string {
  const { slots, positions, unseated, uploadOrder, games, salaryCap, sources } = contest;
  return [
    "## Slots",
    table(
      ["slot", "seats", "accepts", "points", "costs", "upload column", "source"],
      slots.map((slot) => [
        code(slot.name),
        slot.count,
        codes(slot.accepts),
        `× ${slot.pointsMultiplier}`,
        code(slot.salary),
        slot.uploadColumn,
        code(slot.source),
      ]),
    ),
    `Order of the upload file: ${uploadOrder.join(", ")}.`,
    "## Positions",
    table(
      ["position", "also written", "held by", "takes a slot", "source"],
      [
        ...positions.map((one) => ({ ...one, isSeated: "yes" })),
        ...unseated.map((one) => ({ ...one, isSeated: "no" })),
      ].map(({ name, aliases, entry, isSeated, source }) => [
        code(name),
        codes(aliases),
        `a ${entry}`,
        isSeated,
        code(source),
      ]),
    ),
    "## Rules",
    table(
      ["rule", "field of the table", "source"],
      [
        [`a request lists ${gamesInWords(games)}`, code("games"), code(games.source)],
        [`the salaries sum to at most ${salaryCap.default}`, code("salaryCap"), code(salaryCap.source)],
        ...valuesOf(contest).flatMap(ruleRows),
      ],
    ),
    "In addition, every slot is full, no player is in two slots, and a request's `include`, `exclude` and `positions` hold.",
    "## Sources of the rules",
    table(
      ["source", "what it is"],
      Object.entries(sources).map(([key, text]) => [code(key), text]),
    ),
  ].join("\n\n");
}

function gamesInWords({ minimum, maximum }: ContestTable["games"]): string {
  if (maximum === null) return `${minimum} games or more`;
  return minimum === maximum
    ? `${minimum === 1 ? "one game" : `${minimum} games`}`
    : `${minimum} to ${maximum} games`;
}

const BEGINNING = { limit: "a lineup has", offer: "a request may" } as const;

function ruleRows({ constraint, value, path, bookOnly }: TableValue): string[][] {
  const where = bookOnly ? "made from the book's own files, " : "";
  const sources = [value ?? []].flat() as { readonly source: string }[];
  return constraint
    .words(value)
    .map((words, at) => [
      `${where}${BEGINNING[constraint.kind]} ${words}`,
      code(path.join(".")),
      code(sources[at]?.source ?? ""),
    ]);
}
