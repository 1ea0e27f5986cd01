import { byKey, createNameIndex, didYouMean, type NameIndex } from "../shared/name-index.ts";
import { NAME_LIKENESSES, nameKey } from "../shared/names.ts";
import { type AbsentPerson, type People, type Person, personLabel } from "./people.ts";

/** The result of a search by name or id; `asCaptain` for a book's captain id. */
export type Named =
  | { readonly kind: "person"; readonly entry: number; readonly asCaptain: boolean }
  | { readonly kind: "absent"; readonly person: AbsentPerson }
  /** `detail` says why there is no match, and suggests players. */
  | { readonly kind: "unclear"; readonly detail: string };

/** Splits `WHO@SLOT`. */
export function splitAtSlot(text: string): { readonly who: string; readonly slot: string | null } {
  const at = text.lastIndexOf("@");
  if (at <= 0) return { who: text, slot: null };
  return { who: text.slice(0, at).trim(), slot: text.slice(at + 1).trim() };
}

const found = new WeakMap<People, Map<string, Named>>();

/** Finds the player with an id, else with a name, compared as in projections files. */
export function findPerson(people: People, text: string): Named {
  const known = found.get(people) ?? new Map<string, Named>();
  found.set(people, known);
  const named = known.get(text) ?? find(people, text);
  known.set(text, named);
  return named;
}

function find({ all, absent }: People, text: string): Named {
  const wanted = text.trim();
  const index = nameIndexOf(all);
  const [byId = index.byId(wanted.toLowerCase())[0]] = index.byId(wanted);
  if (byId !== undefined) return { kind: "person", entry: byId, asCaptain: false };
  const [captain] = index.byCaptainId(wanted);
  if (captain !== undefined) return { kind: "person", entry: captain, asCaptain: true };
  const entries = namesakes(all, wanted);
  if (entries.length === 1) return { kind: "person", entry: entries[0]!, asCaptain: false };
  if (entries.length > 1) {
    const labels = entries.map((entry) => personLabel(all[entry]!)).join(" and of ");
    return { kind: "unclear", detail: `"${wanted}" is the name of ${labels}. Give the id.` };
  }
  const missing = absentNamed(absent, wanted);
  if (missing !== undefined) return { kind: "absent", person: missing };
  const suggested = didYouMean(all, wanted, { nameOf: ({ name }) => name, labelOf: personLabel });
  return {
    kind: "unclear",
    detail: `no player in the pool has the name or id "${wanted}".${suggested}`,
  };
}

/**
 * The entries that match a name, at the strictest level of comparison that finds any; a defense also matches
 * its team's nickname or abbreviation.
 */
export function namesakes(all: readonly Person[], wanted: string): readonly number[] {
  const known = alike.get(all) ?? new Map<string, readonly number[]>();
  alike.set(all, known);
  const entries = known.get(wanted) ?? findNamesakes(all, wanted);
  known.set(wanted, entries);
  return entries;
}

const alike = new WeakMap<readonly Person[], Map<string, readonly number[]>>();

function findNamesakes(all: readonly Person[], wanted: string): readonly number[] {
  const [last, first = ""] = wanted.split(",");
  const text = `${first} ${last}`;
  const { byTeam, byNickname, alike: namedLike } = nameIndexOf(all);
  const defenses = [...byTeam(wanted.toUpperCase()), ...byNickname(wanted)];
  for (const likeness of NAME_LIKENESSES) {
    const found = new Set([...namedLike(likeness, text), ...defenses]);
    if (found.size > 0) return [...found];
  }
  return [];
}

/** An index of a pool's ids and names, fast enough for descriptions with thousands of names. */
interface PersonIndex extends NameIndex<number> {
  /** Defenses by their team's abbreviations. */
  readonly byTeam: (team: string) => readonly number[];
}

const indices = new WeakMap<readonly Person[], PersonIndex>();

/** The index of these players, cached. */
export function nameIndexOf(all: readonly Person[]): PersonIndex {
  const known = indices.get(all);
  if (known !== undefined) return known;
  const entries = [...all.keys()];
  const index = {
    ...createNameIndex(entries, {
      ids: (entry) => all[entry]!.ids,
      captainIds: (entry) => all[entry]!.captainIds,
      name: (entry) => all[entry]!.name,
      isDefense: (entry) => all[entry]!.kind === "team",
    }),
    byTeam: byKey(entries, (entry) => (all[entry]!.kind === "team" ? all[entry]!.team : [])),
  };
  indices.set(all, index);
  return index;
}

const absents = new WeakMap<readonly AbsentPerson[], (key: string) => readonly AbsentPerson[]>();

/** The first player outside the pool with this id or name. */
function absentNamed(absent: readonly AbsentPerson[], wanted: string): AbsentPerson | undefined {
  const keysOf = (ids: readonly string[], name: string) => {
    const key = nameKey(name);
    return [...ids.map((id) => `id ${id}`), ...(key === "" ? [] : [`name ${key}`])];
  };
  const find = absents.get(absent) ?? byKey(absent, ({ ids, name }) => keysOf(ids, name));
  absents.set(absent, find);
  const found = new Set(keysOf([wanted], wanted).flatMap((key) => find(key)));
  return found.size === 0 ? undefined : absent.find((one) => found.has(one));
}
