import { headerKey } from "../../shared/header-key.ts";
import { type Breach, checkSources, duplicates, type TablePath } from "../../shared/schema/breach.ts";
import { type ScoringTable, type ScoringTerm, scoringTableSchema } from "../../shared/schema/scoring.ts";
import { parseTable } from "./contest.ts";
import { predictingStats, termStats } from "./term-stats.ts";

function* checkScoringNames({ stats, groups }: ScoringTable): Generator<Breach> {
  for (const { at, name } of duplicates(stats.map((stat) => stat.name))) {
    yield twice(["stats", at, "name"], name);
  }
  for (const { at, name } of duplicates(groups.map((group) => group.name))) {
    yield twice(["groups", at, "name"], name);
  }
  const positions = groups.flatMap(({ positions: names, when }, index) =>
    names.map((name, at) => ({
      name,
      condition: when ? `when ${when.stat} is ${when.is}` : "",
      path: ["groups", index, "positions", at],
    })),
  );
  for (const { at } of duplicates(positions.map(({ name, condition }) => `${name} ${condition}`))) {
    yield twice(positions[at]!.path, positions[at]!.name);
  }
  for (const [index, { terms }] of groups.entries()) {
    for (const { at, name } of duplicates(terms.map((term) => term.label))) {
      yield twice(["groups", index, "terms", at, "label"], name);
    }
  }
}

function* checkStatHeaders({ stats }: ScoringTable): Generator<Breach> {
  const owners = new Map<string, number>();
  for (const [index, { name, label, headers }] of stats.entries()) {
    const path = ["stats", index];
    const spellings = [
      { spelling: name, place: [...path, "name"] },
      { spelling: label, place: [...path, "label"] },
      ...headers.map((spelling, at) => ({ spelling, place: [...path, "headers", at] })),
    ];
    for (const { spelling, place } of spellings) {
      const key = headerKey(spelling);
      const owner = owners.get(key) ?? index;
      owners.set(key, owner);
      if (owner !== index)
        yield {
          path: place,
          reason: `"${spelling}" is also a name of ${stats[owner]!.name}. Rename one of them.`,
        };
    }
  }
}

function* checkExpectedStats({ stats }: ScoringTable): Generator<Breach> {
  for (const [index, { name, expectedWith }] of stats.entries()) {
    const path = ["stats", index, "expectedWith"];
    for (const { at, name: other } of duplicates(expectedWith)) yield twice([...path, at], other);
    if (!expectedWith.includes(name)) continue;
    yield {
      path: [...path, expectedWith.indexOf(name)],
      reason: `"${name}" is the stat itself. Name other stats.`,
    };
  }
}

function* checkScoringStats({ stats, groups }: ScoringTable): Generator<Breach> {
  const declared = new Set(stats.map((stat) => stat.name));
  const used = new Set<string>();
  for (const { path, places } of namedStats({ stats, groups })) {
    for (const { name, place } of places) {
      used.add(name);
      if (!declared.has(name)) {
        yield {
          path: [...path, ...place],
          reason: `"${name}" is not declared under \`stats\`. Declare it there.`,
        };
      }
    }
    for (const { at, name } of duplicates(places.map((place) => place.name))) {
      yield twice([...path, ...places[at]!.place], name);
    }
  }
  for (const [at, { name }] of stats.entries()) {
    if (!used.has(name)) {
      yield { path: ["stats", at, "name"], reason: `no term scores "${name}". Remove it, or add the term.` };
    }
  }
}

type NamedStat = { readonly name: string; readonly place: TablePath };

/** In terms, in conditions of groups, and in sums. */
function* namedStats({
  stats,
  groups,
}: Pick<ScoringTable, "stats" | "groups">): Generator<{ path: TablePath; places: readonly NamedStat[] }> {
  for (const { term, path } of placedTerms(groups)) yield { path, places: statPlaces(term) };
  for (const [index, { when }] of groups.entries())
    if (when) yield { path: ["groups", index], places: [{ name: when.stat, place: ["when", "stat"] }] };
  for (const [index, { sum = [] }] of stats.entries())
    yield {
      path: ["stats", index],
      places: sum.map(({ stat }, at) => ({ name: stat, place: ["sum", at, "stat"] })),
    };
}

/** Its value would depend on the order of the stats. */
function* checkSums({ stats }: ScoringTable): Generator<Breach> {
  const sums = new Set(stats.filter(({ sum }) => sum !== undefined).map(({ name }) => name));
  for (const [index, { sum = [] }] of stats.entries())
    for (const [at, { stat }] of sum.entries())
      if (sums.has(stat))
        yield {
          path: ["stats", index, "sum", at, "stat"],
          reason: `"${stat}" is a sum itself. Name its parts instead.`,
        };
}

function* checkOptions({ options = {}, groups }: ScoringTable): Generator<Breach> {
  const used = new Set<string>();
  for (const { term, path } of placedTerms(groups)) {
    if (!("option" in term) || term.option === undefined) continue;
    used.add(term.option);
    if (!Object.hasOwn(options, term.option))
      yield {
        path: [...path, "option"],
        reason: `"${term.option}" is not a key of \`options\`. Add it there or name another.`,
      };
  }
  for (const key of Object.keys(options))
    if (!used.has(key))
      yield { path: ["options", key], reason: "no term has this option. Remove it, or name it in a term." };
}

function* checkScoringTerms({ groups }: ScoringTable): Generator<Breach> {
  for (const { term, path } of placedTerms(groups)) {
    if (term.kind === "bracket") yield* checkBrackets(term, path, 0);
    if (term.kind === "place") {
      yield* checkBrackets(term, path, 1);
      yield* checkChances(term, path);
    }
    if (term.kind === "categories" && term.count > term.of.stats.length) {
      yield {
        path: [...path, "count"],
        reason: `${term.count} is more than the number of stats in \`of\`, ${term.of.stats.length}. Lower it.`,
      };
    }
    if (term.kind === "threshold" && term.projection.poisson && !Number.isInteger(term.minimum)) {
      yield {
        path: [...path, "minimum"],
        reason: `${term.minimum} is not a whole number, so its Poisson chance cannot be computed. Use a whole number, or set \`projection.poisson\` to false.`,
      };
    }
  }
}

function* checkBrackets(
  term: ScoringTerm & { kind: "bracket" | "place" },
  path: TablePath,
  first: number,
): Generator<Breach> {
  for (const [at, { from }] of term.brackets.entries()) {
    const before = term.brackets[at - 1]?.from;
    const isRight = before === undefined ? from === first : from > before;
    if (isRight) continue;
    yield {
      path: [...path, "brackets", at, "from"],
      reason:
        before === undefined
          ? `is ${from}; the first bracket must begin at ${first}.`
          : `is ${from}; it must be more than ${before}, where the bracket before it begins.`,
    };
  }
}

function* checkChances({ projection }: ScoringTerm & { kind: "place" }, path: TablePath): Generator<Breach> {
  for (const [at, { to }] of projection.chances.entries())
    if (at > 0 && to <= projection.chances[at - 1]!.to)
      yield {
        path: [...path, "projection", "chances", at, "to"],
        reason: `is ${to}. It must be greater than the place before it.`,
      };
}

function* placedTerms(groups: ScoringTable["groups"]): Generator<{ term: ScoringTerm; path: TablePath }> {
  for (const [index, group] of groups.entries()) {
    for (const [at, term] of group.terms.entries()) yield { term, path: ["groups", index, "terms", at] };
  }
}

function statPlaces(term: ScoringTerm): readonly NamedStat[] {
  const scored = termStats(term).map((name, at) => ({ name, place: statPlace(term, at) }));
  if (term.kind === "place") {
    const { expected, chances } = term.projection;
    return [
      ...scored,
      ...(expected === null ? [] : [{ name: expected, place: ["projection", "expected"] }]),
      ...chances.map(({ stat }, at) => ({ name: stat, place: ["projection", "chances", at, "stat"] })),
    ];
  }
  return [
    ...scored,
    ...predictingStats(term).map((name) => ({ name, place: ["projection", "probability"] })),
  ];
}

/** The path to the place where the term names the `at`-th stat of `termStats`. */
function statPlace(term: ScoringTerm, at: number): TablePath {
  if (term.kind === "split") return at === 0 ? ["whole"] : ["parts", at - 1, "stat"];
  if (term.kind === "categories") return ["of", "stats", at];
  if (term.kind === "bracket" || term.kind === "place") return ["stat"];
  return at < term.stats.length ? ["stats", at] : ["minus", at - term.stats.length];
}

function twice(path: TablePath, name: string): Breach {
  return { path, reason: `"${name}" is repeated. Remove or rename it.` };
}

const CHECKS = [
  checkScoringNames,
  checkScoringStats,
  checkScoringTerms,
  checkSums,
  checkOptions,
  checkExpectedStats,
  checkStatHeaders,
  checkSources,
];

/**
 * @throws InvalidTableError if the value does not match `scoringTableSchema` or the table contradicts itself.
 */
export function parseScoringTable(value: unknown, file: string): ScoringTable {
  return parseTable(scoringTableSchema, CHECKS, value, file);
}
