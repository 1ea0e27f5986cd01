import { headerKey } from "../../shared/header-key.ts";
import { type Breach, checkSources, duplicates, type TablePath } from "../../shared/schema/breach.ts";
import { type ScoringTable, type ScoringTerm, scoringTableSchema } from "../../shared/schema/scoring.ts";
import { parseTable } from "./contest.ts";

/** Checks that stats, groups, positions and the terms of a group have unique names. */
function* checkScoringNames({ stats, groups }: ScoringTable): Generator<Breach> {
  for (const { at, name } of duplicates(stats.map((stat) => stat.name))) {
    yield twice(["stats", at, "name"], name);
  }
  for (const { at, name } of duplicates(groups.map((group) => group.name))) {
    yield twice(["groups", at, "name"], name);
  }
  const positions = groups.flatMap((group, index) =>
    group.positions.map((name, at) => ({ name, path: ["groups", index, "positions", at] })),
  );
  for (const { at, name } of duplicates(positions.map((position) => position.name))) {
    yield twice(positions[at]!.path, name);
  }
  for (const [index, { terms }] of groups.entries()) {
    for (const { at, name } of duplicates(terms.map((term) => term.label))) {
      yield twice(["groups", index, "terms", at, "label"], name);
    }
  }
}

/** Checks that a header means at most one stat. */
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

/** Checks that a stat is expected together with other stats, each named once. */
function* checkExpectedStats({ stats }: ScoringTable): Generator<Breach> {
  for (const [index, { name, expectedWith }] of stats.entries()) {
    const path = ["stats", index, "expectedWith"];
    for (const { at, name: other } of duplicates(expectedWith)) yield twice([...path, at], other);
    if (!expectedWith.includes(name)) continue;
    yield {
      path: [...path, expectedWith.indexOf(name)],
      reason: `"${name}" cannot be expected with itself. Name other stats.`,
    };
  }
}

/** Checks that terms use declared stats, each at most once per term, and that every declared stat is used. */
function* checkScoringStats({ stats, groups }: ScoringTable): Generator<Breach> {
  const declared = new Set(stats.map((stat) => stat.name));
  const used = new Set<string>();
  for (const { term, path } of placedTerms(groups)) {
    const places = statPlaces(term);
    for (const { name, place } of places) {
      used.add(name);
      if (!declared.has(name)) {
        yield {
          path: [...path, ...place],
          reason: `"${name}" is not declared under stats. Declare it there.`,
        };
      }
    }
    for (const { at, name } of duplicates(places.map((place) => place.name))) {
      yield twice([...path, ...places[at]!.place], name);
    }
  }
  for (const [at, { name }] of stats.entries()) {
    if (!used.has(name)) {
      yield {
        path: ["stats", at, "name"],
        reason: `no term scores "${name}". Remove it, or add the term.`,
      };
    }
  }
}

/** Checks that a term's own numbers are possible. */
function* checkScoringTerms({ groups }: ScoringTable): Generator<Breach> {
  for (const { term, path } of placedTerms(groups)) {
    if (term.kind === "bracket") yield* checkBrackets(term, path);
    if (term.kind === "categories" && term.count > term.of.stats.length) {
      yield {
        path: [...path, "count"],
        reason: `the term counts ${term.count} of ${term.of.stats.length} stats. Lower the count.`,
      };
    }
    if (term.kind === "threshold" && term.projection.poisson && !Number.isInteger(term.minimum)) {
      yield {
        path: [...path, "minimum"],
        reason: `${term.minimum} is not whole, so it has no Poisson tail. Make it whole, or set projection.poisson to false.`,
      };
    }
  }
}

function* checkBrackets(term: ScoringTerm & { kind: "bracket" }, path: TablePath): Generator<Breach> {
  for (const [at, { from }] of term.brackets.entries()) {
    const before = term.brackets[at - 1]?.from;
    const isRight = before === undefined ? from === 0 : from > before;
    if (isRight) continue;
    yield {
      path: [...path, "brackets", at, "from"],
      reason: `is ${from}. The first bracket begins at 0, each further one above the one before.`,
    };
  }
}

function* placedTerms(groups: ScoringTable["groups"]): Generator<{ term: ScoringTerm; path: TablePath }> {
  for (const [index, group] of groups.entries()) {
    for (const [at, term] of group.terms.entries()) yield { term, path: ["groups", index, "terms", at] };
  }
}

function statPlaces(term: ScoringTerm): { name: string; place: TablePath }[] {
  const probability = predictingStat(term);
  return [
    ...termStats(term).map((name, at) => ({ name, place: statPlace(term, at) })),
    ...(probability === null ? [] : [{ name: probability, place: ["projection", "probability"] }]),
  ];
}

/** The path to where the term names the `at`-th stat of `termStats`. */
function statPlace(term: ScoringTerm, at: number): TablePath {
  if (term.kind === "split") return at === 0 ? ["whole"] : ["parts", at - 1, "stat"];
  if (term.kind === "categories") return ["of", "stats", at];
  return term.kind === "bracket" ? ["stat"] : ["stats", at];
}

function twice(path: TablePath, name: string): Breach {
  return { path, reason: `"${name}" is repeated. Remove or rename it.` };
}

const CHECKS = [
  checkScoringNames,
  checkScoringStats,
  checkScoringTerms,
  checkExpectedStats,
  checkStatHeaders,
  checkSources,
];

/**
 * Parses a scoring table from its JSON value, checks it and freezes it. `file` is the name used in errors.
 * @throws InvalidTableError if the value does not match `scoringTableSchema` or the table contradicts itself.
 */
export function parseScoringTable(value: unknown, file: string): ScoringTable {
  return parseTable(scoringTableSchema, CHECKS, value, file);
}

/** The stats a term scores, except the stat that predicts it; in the table's order. */
export function termStats(term: ScoringTerm): readonly string[] {
  if (term.kind === "split") return [term.whole, ...term.parts.map(({ stat }) => stat)];
  if (term.kind === "categories") return term.of.stats;
  return term.kind === "bracket" ? [term.stat] : term.stats;
}

/** The stat that predicts the chance of a bonus; null if the term has none. */
export function predictingStat(term: ScoringTerm): string | null {
  return "projection" in term ? term.projection.probability : null;
}
