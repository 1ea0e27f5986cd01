import { scorePerformance } from "../../contests/scoring/performance.ts";
import type { ScoringGroup, ScoringTable, ScoringTerm } from "../../shared/schema/scoring.ts";
import { code, codes, figure, table } from "../markdown.ts";

/** The value of the predicted chances (probabilities) in the example stat line. */
const CHANCE = 0.25;

/** A stat line with a value for every term of a group, which reaches every threshold. */
function workedLine({ terms, when }: ScoringGroup): Readonly<Record<string, number>> {
  const line: Record<string, number> = {};
  const atLeast = (stat: string, value: number) => {
    line[stat] = Math.max(line[stat] ?? 0, value);
  };
  for (const [index, term] of terms.entries()) FILLED[term.kind](term as never, index, atLeast);
  if (when) line[when.stat] = when.is;
  return line;
}

type Filler<Kind extends ScoringTerm["kind"]> = (
  term: ScoringTerm & { kind: Kind },
  index: number,
  atLeast: (stat: string, value: number) => void,
) => void;

const FILLED: { readonly [Kind in ScoringTerm["kind"]]: Filler<Kind> } = {
  "per-unit": ({ stats, minus = [] }, index, atLeast) => {
    for (const [at, stat] of [...stats, ...minus].entries()) atLeast(stat, 1 + ((index + at) % 3));
  },
  threshold: ({ stats, minimum, projection }, _, atLeast) => {
    for (const stat of stats) atLeast(stat, Math.ceil(minimum / stats.length));
    if (projection.probability !== null) atLeast(projection.probability, CHANCE);
  },
  categories: ({ of, count, projection }, _, atLeast) => {
    for (const stat of of.stats.slice(0, count)) atLeast(stat, of.each);
    if (projection.probability !== null) atLeast(projection.probability, CHANCE);
  },
  bracket: ({ stat, brackets }, _, atLeast) => atLeast(stat, brackets[1]?.from ?? 0),
  place: ({ stat, projection }, _, atLeast) => {
    atLeast(stat, 3);
    for (const [at, chance] of projection.chances.entries()) atLeast(chance.stat, CHANCE * (at / 4 + 0.2));
  },
  split: ({ whole, parts }, _, atLeast) => {
    for (const [at, { stat }] of parts.entries()) atLeast(stat, 1 + at);
    const known = parts.reduce((sum, __, at) => sum + 1 + at, 0);
    atLeast(whole, known + 1);
  },
};

/**
 * The scoring part of a page: for each group of positions, what the book pays for and an example stat line;
 * then the names of all stats.
 */
export function scoringPart(scoring: ScoringTable): string {
  return [
    "## Scoring",
    `From \`scoring/${scoring.sport}/${scoring.book}.json\`.`,
    ...scoring.groups.map((group) => groupPart(scoring, group)),
    "### Stats",
    "Case, spaces and punctuation do not count in a header.",
    table(
      ["stat", "what it is", "other headers", "comes with", "source"],
      scoring.stats.map(({ name, label, headers, expectedWith, source }) => [
        code(name),
        label,
        codes(headers),
        codes(expectedWith),
        code(source),
      ]),
    ),
    "### Sources of the scoring",
    table(
      ["source", "what it is"],
      Object.entries(scoring.sources).map(([key, text]) => [code(key), text]),
    ),
  ].join("\n\n");
}

function groupPart(scoring: ScoringTable, group: ScoringGroup): string {
  const { name, entry, positions, terms, source, when } = group;
  const condition = when ? `, if ${code(when.stat)} is ${when.is}` : "";
  return [
    `### ${name[0]?.toUpperCase()}${name.slice(1)}`,
    `Stat lines of a ${entry} that plays ${codes(positions)}${condition} (source: ${code(source)}).`,
    table(["for", "is paid", "in a prediction", "source"], terms.flatMap(termRows)),
    "#### An example stat line",
    workedPart(scoring, group),
  ].join("\n\n");
}

function workedPart(scoring: ScoringTable, group: ScoringGroup): string {
  const line = workedLine(group);
  const score = (kind: "actual" | "projected") =>
    scorePerformance(scoring, line, { kind, position: group.positions[0] ?? null });
  const [actual, projected] = [score("actual"), score("projected")];
  const rows = actual.breakdown.map(({ term, amount, points }, at) => {
    const predicted = projected.breakdown[at];
    return [
      term,
      figure(amount),
      figure(points),
      figure(predicted?.amount ?? 0),
      figure(predicted?.points ?? 0),
    ];
  });
  return [
    `${Object.entries(line)
      .map(([stat, value]) => `${code(stat)} ${value}`)
      .join(", ")}:`,
    table(
      ["term", "amount", "points", "amount, if predicted", "points, if predicted"],
      [...rows, ["total", "", figure(actual.points ?? 0), "", figure(projected.points ?? 0)]],
    ),
  ].join("\n\n");
}

const ROWS: { readonly [Kind in ScoringTerm["kind"]]: (term: ScoringTerm & { kind: Kind }) => string[][] } = {
  "per-unit": ({ label, stats, minus = [], points, source }) => [
    [
      `${label}: ${[stats.map(code).join(" + "), ...minus.map(code)].join(" - ")}`,
      `${points} each`,
      "the same",
      code(source),
    ],
  ],
  threshold: ({ label, stats, minimum, points, projection, option, source }) => [
    [
      `${label}: ${stats.map(code).join(" + ")} of ${minimum} or more`,
      option === undefined ? `${points} once` : `${points} once, if ${code(option)} is on`,
      `${wayOf(projection)} (${code(projection.source)})`,
      code(source),
    ],
  ],
  categories: ({ label, of, count, points, projection, source }) => [
    [
      `${label}: ${count} or more of ${codes(of.stats)} at ${of.each} or more (${code(of.source)})`,
      `${points} once`,
      `${wayOf({ ...projection, poisson: false })} (${code(projection.source)})`,
      code(source),
    ],
  ],
  bracket: (term) => bracketRows(term, "its expectation"),
  place: ({ projection, ...term }) =>
    bracketRows(term, `${placeWay(projection)} (${code(projection.source)})`),
  split: ({ whole, unknown, parts }) => [
    ...parts.map((part) => [
      `${part.label}: ${code(part.stat)}`,
      `${part.points} each`,
      "the same",
      code(part.source),
    ]),
    [
      `${unknown.label}: ${code(whole)} beyond those`,
      `${unknown.points} each`,
      "the same",
      code(unknown.source),
    ],
  ],
};

function bracketRows(
  { label, stat, brackets }: Pick<ScoringTerm & { kind: "bracket" | "place" }, "label" | "stat" | "brackets">,
  way: string,
): string[][] {
  return brackets.map(({ from, points, source }, at) => {
    const next = brackets[at + 1];
    const span =
      next === undefined
        ? `${from} or more`
        : next.from - 1 === from
          ? `${from}`
          : `${from} to ${next.from - 1}`;
    return [`${label}: ${code(stat)} ${span}`, `${points} once`, way, code(source)];
  });
}

function placeWay({
  expected,
  chances,
  interpolated,
}: (ScoringTerm & { kind: "place" })["projection"]): string {
  const ways = [
    ...(expected === null ? [] : [`the points of ${code(expected)}`]),
    ...(chances.length === 0 ? [] : [`by the chances ${codes(chances.map(({ stat }) => stat))}`]),
    ...(interpolated ? ["at the mean place"] : []),
  ];
  return ways.length === 0 ? "not paid" : ways.join(", else ");
}

function termRows<Kind extends ScoringTerm["kind"]>(term: ScoringTerm & { kind: Kind }): string[][] {
  return (ROWS[term.kind] as (one: typeof term) => string[][])(term);
}

function wayOf({ probability, poisson }: { probability: string | null; poisson: boolean }): string {
  const ways = [
    ...(probability === null ? [] : [`by the chance ${code(probability)}`]),
    ...(poisson ? ["by the Poisson tail"] : []),
  ];
  return ways.length === 0 ? "not paid" : ways.join(", else ");
}
