import fc from "fast-check";
import { ruleShape } from "../../../src/contests/constraints/readers/contest-table.ts";
import { showPath, type TablePath } from "../../../src/shared/schema/breach.ts";

/** A broken copy of a table, and the path that its error must name. */
interface Broken {
  readonly table: unknown;
  readonly path: string;
}

/** One way to break a table; `pick(n)` chooses a place, 0 to n - 1. Null if the table has no such place. */
export type Mutation<Table> = (table: Table, pick: (count: number) => number) => TablePath | null;

/** A table broken in one of the ways, with the way's name; only applicable pairs. */
export function brokenTable<Table>(
  tables: readonly Table[],
  mutations: Readonly<Record<string, Mutation<Table>>>,
): fc.Arbitrary<Broken & { kind: string }> {
  const kinds = Object.entries(mutations).map(([kind, mutate]) => ({
    kind,
    mutate,
    fitting: tables.filter((table) => mutate(structuredClone(table), () => 0) !== null),
  }));
  const unusable = kinds.filter(({ fitting }) => fitting.length === 0).map(({ kind }) => kind);
  if (unusable.length > 0) throw new Error(`no table can be broken by: ${unusable.join(", ")}`);
  return fc
    .tuple(fc.constantFrom(...kinds), fc.nat(), fc.array(fc.nat(), { minLength: 3, maxLength: 3 }))
    .map(([{ kind, mutate, fitting }, which, picks]) => {
      const table = structuredClone(fitting[which % fitting.length]!);
      let used = 0;
      const path = mutate(table, (count) => (picks[used++ % picks.length] ?? 0) % count);
      if (path === null) throw new Error(`${kind} broke nothing`);
      return { kind, table, path: showPath(path) };
    });
}

/** Optional fields of a table. */
const DEFAULTED: ReadonlySet<string> = new Set([
  ...Object.keys(ruleShape),
  "columns",
  "contested",
  "contests",
  "from",
  "identifiedBy",
  "lineStats",
  "until",
  "expectedWith",
  "falls",
  "headers",
  "minus",
  "option",
  "options",
  "rosterPositions",
  "sum",
  "unscored",
  "unseated",
  "when",
  "withoutColumns",
  "yardage-bonuses",
]);

/** Ways to break the shape of any table, at any place. */
export const shapeMutations: Readonly<Record<string, Mutation<object>>> = {
  "a missing field": (table, pick) => {
    const place = choose(
      fields(table).filter(({ key }) => !DEFAULTED.has(key)),
      pick,
    );
    delete place.holder[place.key];
    return place.path;
  },
  "an unknown field": (table, pick) => {
    const { path, value } = choose([{ path: [], value: table }, ...fields(table)].filter(isRecord), pick);
    (value as Record<string, unknown>)["surplus"] = 1;
    return [...path, "surplus"];
  },
  "a value of another type": (table, pick) => {
    const place = choose(fields(table), pick);
    place.holder[place.key] = typeof place.value === "number" ? `${place.value}` : 7.5;
    return place.path;
  },
};

interface Place {
  readonly holder: Record<string, unknown>;
  readonly key: string;
  readonly value: unknown;
  readonly path: TablePath;
}

/** Every field of every object in the table, except those of the free-form `sources`. */
function fields(value: unknown, path: TablePath = []): Place[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]): Place[] => {
    const place = [...path, Array.isArray(value) ? Number(key) : key];
    const own = { holder: value as Record<string, unknown>, key, value: inner, path: place };
    const below = key === "sources" ? [] : fields(inner, place);
    // A nullable field accepts a number: leave it to the mutations specific to the table.
    return Array.isArray(value) || inner === null ? below : [own, ...below];
  });
}

function isRecord({ path, value }: { path: TablePath; value: unknown }): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) && path.at(-1) !== "sources";
}

export function choose<Item>(items: readonly Item[], pick: (count: number) => number): Item {
  return items[pick(items.length)]!;
}

/** The places of every `source` that the table cites. */
export function citations(table: object): readonly Place[] {
  return fields(table).filter(({ key }) => key === "source");
}
