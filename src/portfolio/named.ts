import leven from "leven";
import { NAME_LIKENESSES, nameKey } from "../shared/names.ts";
import { absentNamed, nameIndexOf } from "./name-index.ts";
import { type AbsentPerson, type People, type Person, personLabel } from "./people.ts";

/** How many people a message names. */
const NAMED = 5;

/** Whom a name or an id means; `asCaptain` for an id that the book sells a captain under. */
export type Named =
  | { readonly kind: "person"; readonly entry: number; readonly asCaptain: boolean }
  | { readonly kind: "absent"; readonly person: AbsentPerson }
  /** `detail` says why nobody is meant, and who may have been. */
  | { readonly kind: "unclear"; readonly detail: string };

/** Parts `WHO@SLOT`. */
export function splitAtSlot(text: string): { readonly who: string; readonly slot: string | null } {
  const at = text.lastIndexOf("@");
  if (at <= 0) return { who: text, slot: null };
  return { who: text.slice(0, at).trim(), slot: text.slice(at + 1).trim() };
}

const found = new WeakMap<People, Map<string, Named>>();

/** Finds whom a name or an id means: by id first, else by name, which counts as in projections files. */
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
  return {
    kind: "unclear",
    detail: `nobody in the pool has the name or id "${wanted}".${suggestion(all, wanted)}`,
  };
}

/**
 * The entries that a name may mean, by the strictest likeness of names that finds any; a defense also by its team's
 * nickname or abbreviation.
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
  const index = nameIndexOf(all);
  const defenses = index.defenses(wanted);
  for (const likeness of NAME_LIKENESSES) {
    const found = new Set([...index.alike(likeness, text), ...defenses]);
    if (found.size > 0) return [...found];
  }
  return [];
}

function suggestion(all: readonly Person[], wanted: string): string {
  const words = wanted
    .split(/\s+/)
    .map(nameKey)
    .filter((word) => word.length > 2);
  const key = nameKey(wanted);
  const alike = all
    .filter(({ name }) => words.some((word) => nameKey(name ?? "").includes(word)))
    .map((person) => ({ person, changes: leven(key, nameKey(person.name!)) }))
    .sort((a, b) => a.changes - b.changes)
    .slice(0, NAMED)
    .map(({ person }) => person);
  return alike.length === 0 ? "" : ` Did you mean ${alike.map(personLabel).join(" or ")}?`;
}
