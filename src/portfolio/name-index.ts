import { NAME_LIKENESSES, type NameLikeness, nameKey, nicknameKey } from "../shared/names.ts";
import type { AbsentPerson, Person } from "./people.ts";

type Entries = readonly number[];

/** The people of a pool by the keys of their names, so that a description may name thousands. */
export interface NameIndex {
  byId(id: string): Entries;
  byCaptainId(id: string): Entries;
  /** Those whose names have one of the row's keys. */
  alike(likeness: NameLikeness, name: string): Entries;
  /** Defenses by their team's nickname or abbreviation. */
  defenses(name: string): Entries;
}

const NOBODY: Entries = [];

const indices = new WeakMap<readonly Person[], NameIndex>();

/** The index of these people, made once; each of its parts when it is first asked for. */
export function nameIndexOf(all: readonly Person[]): NameIndex {
  const known = indices.get(all);
  if (known !== undefined) return known;
  const index = createIndex(all);
  indices.set(all, index);
  return index;
}

const absents = new WeakMap<readonly AbsentPerson[], ReadonlyMap<string, Entries>>();

/** The first of those who are not in the pool with this id or name. */
export function absentNamed(absent: readonly AbsentPerson[], wanted: string): AbsentPerson | undefined {
  const keysOf = (ids: readonly string[], name: string) => {
    const key = nameKey(name);
    return [...ids.map((id) => `id ${id}`), ...(key === "" ? [] : [`name ${key}`])];
  };
  const known = absents.get(absent) ?? entriesByKey(absent, ({ ids, name }) => keysOf(ids, name));
  absents.set(absent, known);
  const entries = keysOf([wanted], wanted).flatMap((key) => known.get(key) ?? []);
  return absent[Math.min(...entries)];
}

function createIndex(all: readonly Person[]): NameIndex {
  const indexed = (keysOf: (person: Person) => readonly string[]) => lazily(() => entriesByKey(all, keysOf));
  const ids = indexed((person) => person.ids);
  const captainIds = indexed((person) => person.captainIds);
  const teams = indexed(({ kind, team }) => (kind === "team" ? team : []));
  const nicknames = indexed(({ kind, name }) => (kind === "team" ? [nicknameKey(name ?? "")] : []));
  const names = new Map(
    NAME_LIKENESSES.map((one) => [one, indexed(({ name }) => (name === null ? [] : one.ofListing(name)))]),
  );
  return {
    byId: (id) => ids().get(id) ?? NOBODY,
    byCaptainId: (id) => captainIds().get(id) ?? NOBODY,
    alike: (likeness, name) =>
      likeness
        .ofRow(name)
        .filter((key) => key !== "")
        .flatMap((key) => names.get(likeness)?.().get(key) ?? []),
    defenses: (name) => [
      ...(teams().get(name.toUpperCase()) ?? []),
      ...(nicknames().get(nicknameKey(name)) ?? []),
    ],
  };
}

/** Entries by each of their keys, ascending. */
export function entriesByKey<Someone>(
  all: readonly Someone[],
  keysOf: (person: Someone) => readonly string[],
): ReadonlyMap<string, Entries> {
  const found = new Map<string, number[]>();
  for (const [entry, person] of all.entries()) {
    for (const key of new Set(keysOf(person))) {
      const entries = found.get(key);
      if (entries) entries.push(entry);
      else found.set(key, [entry]);
    }
  }
  return found;
}

function lazily<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
