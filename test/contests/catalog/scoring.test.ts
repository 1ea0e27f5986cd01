import fc from "fast-check";
import { expect, test } from "vitest";
import { parseScoringTable } from "../../../src/contests/catalog/scoring.ts";
import { InvalidTableError } from "../../../src/shared/errors.ts";
import type { ScoringTable, ScoringTerm } from "../../../src/shared/schema/scoring.ts";
import { SCORING } from "../../support/scoring.ts";
import { brokenTable, choose, citations, type Mutation, shapeMutations } from "./mutate.ts";

/** A term of the kind, at a chosen place. */
function place<Kind extends ScoringTerm["kind"]>(
  { groups }: ScoringTable,
  kind: Kind,
  pick: (count: number) => number,
) {
  const places = groups.flatMap(({ terms }, group) =>
    terms.flatMap((term, at) => (term.kind === kind ? [{ term, path: ["groups", group, "terms", at] }] : [])),
  );
  if (places.length === 0) return null;
  return choose(places, pick) as { term: ScoringTerm & { kind: Kind }; path: (string | number)[] };
}

const mutations: Readonly<Record<string, Mutation<ScoringTable>>> = {
  ...shapeMutations,
  "an undeclared stat": (table, pick) => {
    const found = place(table, "per-unit", pick);
    found!.term.stats.push("applause");
    return [...found!.path, "stats", found!.term.stats.length - 1];
  },
  "an undeclared chance": (table, pick) => {
    const found = place(table, "threshold", pick);
    if (found === null) return null;
    found.term.projection.probability = "hunch";
    return [...found.path, "projection", "probability"];
  },
  "an undeclared part": (table, pick) => {
    const found = place(table, "split", pick);
    if (found === null) return null;
    found.term.parts[1]!.stat = "applause";
    return [...found.path, "parts", 1, "stat"];
  },
  "an undeclared count": (table, pick) => {
    const found = place(table, "bracket", pick);
    if (found === null) return null;
    found.term.stat = "applause";
    return [...found.path, "stat"];
  },
  "a stat twice in a term": (table, pick) => {
    const found = place(table, "categories", pick);
    if (found === null) return null;
    const { stats } = found.term.of;
    stats.push(choose(stats, pick));
    return [...found.path, "of", "stats", stats.length - 1];
  },
  "a stat that no term scores": ({ stats }, pick) => {
    stats.push({ ...choose(stats, pick), name: "applause" });
    return ["stats", stats.length - 1, "name"];
  },
  "a stat declared twice": ({ stats }, pick) => {
    stats.push(choose(stats, pick));
    return ["stats", stats.length - 1, "name"];
  },
  "a header of two stats": ({ stats }, pick) => {
    const index = 1 + pick(stats.length - 1);
    stats[index]!.headers = ["Elsewhere", stats[index - 1]!.label.toUpperCase()];
    return ["stats", index, "headers", 1];
  },
  "a stat labelled as another": ({ stats }, pick) => {
    const index = 1 + pick(stats.length - 1);
    stats[index]!.label = stats[index - 1]!.name;
    return ["stats", index, "label"];
  },
  "a stat named as another": (table, pick) => {
    const { stats } = table;
    const own = choose(stats, pick);
    const name = `${own.name.charAt(0)}${own.name.slice(1).toUpperCase()}`;
    place(table, "per-unit", pick)!.term.stats.push(name);
    stats.push({ ...own, name, label: "elsewhere", headers: [], expectedWith: [] });
    return ["stats", stats.length - 1, "name"];
  },
  "an undeclared whole": (table, pick) => {
    const found = place(table, "split", pick);
    if (found === null) return null;
    found.term.whole = "applause";
    return [...found.path, "whole"];
  },
  "a stat expected with itself": ({ stats }, pick) => {
    const index = pick(stats.length);
    stats[index]!.expectedWith = ["elsewhere", stats[index]!.name];
    return ["stats", index, "expectedWith", 1];
  },
  "a stat expected twice with another": ({ stats }, pick) => {
    const index = pick(stats.length);
    stats[index]!.expectedWith = ["elsewhere", "elsewhere"];
    return ["stats", index, "expectedWith", 1];
  },
  "a term twice": ({ groups }, pick) => {
    const group = pick(groups.length);
    const { terms } = groups[group]!;
    terms.push(choose(terms, pick));
    return ["groups", group, "terms", terms.length - 1, "label"];
  },
  "a group twice": ({ groups }) => {
    groups.push({ ...groups[0]!, positions: ["ZZ"] });
    return ["groups", groups.length - 1, "name"];
  },
  "a position in two groups": ({ groups }, pick) => {
    groups.push({ ...groups[0]!, name: "others", positions: ["ZZ", choose(groups[0]!.positions, pick)] });
    return ["groups", groups.length - 1, "positions", 1];
  },
  "brackets out of order": (table, pick) => {
    const found = place(table, "bracket", pick);
    if (found === null) return null;
    const at = 1 + pick(found.term.brackets.length - 1);
    found.term.brackets[at]!.from = found.term.brackets[at - 1]!.from;
    return [...found.path, "brackets", at, "from"];
  },
  "brackets that do not begin at 0": (table, pick) => {
    const found = place(table, "bracket", pick);
    if (found === null) return null;
    found.term.brackets.shift();
    return [...found.path, "brackets", 0, "from"];
  },
  "more categories than there are": (table, pick) => {
    const found = place(table, "categories", pick);
    if (found === null) return null;
    found.term.count = found.term.of.stats.length + 1;
    return [...found.path, "count"];
  },
  "a Poisson tail of no count": (table, pick) => {
    const found = place(table, "threshold", pick);
    if (!found?.term.projection.poisson) return null;
    found.term.minimum = 2.5;
    return [...found.path, "minimum"];
  },
  "a source that is not listed": (table, pick) => {
    const { holder, path } = choose(citations(table), pick);
    holder["source"] = "hearsay";
    return path;
  },
  "a source that nothing cites": ({ sources }) => {
    sources["hearsay"] = "Somebody said so.";
    return ["sources", "hearsay"];
  },
};

test("an inconsistent scoring table is refused at the place of the fault", () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(brokenTable(SCORING, mutations), ({ table, path, kind }) => {
      let error: unknown;
      try {
        parseScoringTable(table, "mine.json");
      } catch (caught) {
        error = caught;
      }
      expect(error).toBeInstanceOf(InvalidTableError);
      expect({ kind, path: (error as InvalidTableError).path }).toEqual({ kind, path });
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
    }),
    { seed: 20231015, numRuns: 500 },
  );
  expect([...seen.keys()].sort()).toEqual(Object.keys(mutations).sort());
  expect(Math.min(...seen.values())).toBeGreaterThanOrEqual(5);
});

test("a table may name its schema, and require all of its categories", () => {
  const table = structuredClone(SCORING.find((one) => place(one, "categories", () => 0) !== null)!);
  const { term } = place(table, "categories", () => 0)!;
  term.count = term.of.stats.length;
  expect(parseScoringTable({ $schema: "scoring.json", ...table }, "mine.json")).toEqual(table);
  for (const value of [null, 7, "table"])
    expect(() => parseScoringTable(value, "mine.json")).toThrow(InvalidTableError);
});

test.each<[string, (table: ScoringTable) => unknown, RegExp]>([
  [
    "is missing",
    ({ stats: _, ...table }) => table,
    /stats: is missing\. Add it; it must be of the type array\./,
  ],
  [
    "is of another type",
    (table) => ({ ...table, groups: "all" }),
    /must be of the type array \(got "all"\)\./,
  ],
  [
    "is none of the allowed values",
    ({ groups, ...table }) => ({ ...table, groups: [{ ...groups[0]!, entry: "referee" }] }),
    /must be one of player, team \(got "referee"\)\./,
  ],
  [
    "is of another form",
    ({ stats, ...table }) => ({ ...table, stats: [{ ...stats[0]!, name: "no name" }] }),
    /stats\[0\]\.name: (?!.*must be one of)/,
  ],
  [
    "is unknown",
    (table) => ({ ...table, colour: "red" }),
    /colour: is not a field of the table\. Remove it\./,
  ],
  [
    "is of no known kind",
    ({ groups, ...table }) => ({ ...table, groups: [{ ...groups[0]!, terms: [{ kind: "wish" }] }] }),
    /terms\[0\]\.kind: must be one of per-unit, split, .*, place \(got/,
  ],
  [
    "is no whole number",
    ({ groups, ...table }) => ({
      ...table,
      groups: groups.map((group) => ({
        ...group,
        terms: group.terms.map((term) => (term.kind === "categories" ? { ...term, count: 1.5 } : term)),
      })),
    }),
    /must be of the type whole number \(got 1\.5\)\./,
  ],
])("says what a field must be that %s", (_, broken, words) => {
  const table = structuredClone(SCORING.find((one) => place(one, "categories", () => 0) !== null)!);
  expect(() => parseScoringTable(broken(table), "mine.json")).toThrow(words);
});
