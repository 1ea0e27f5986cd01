import leven from "leven";
import { NAME_LIKENESSES } from "../shared/name-keys.ts";
import { nameKey, nicknameKey } from "../shared/person-names.ts";
import { type AbsentPerson, type People, type Person, personLabel } from "./people.ts";

/** How many people a message names. */
const NAMED = 5;

/** Whom a name or an id means; `asCaptain` for an id that the book sells a captain under. */
export type Named =
  | { readonly kind: "person"; readonly entry: number; readonly asCaptain: boolean }
  | { readonly kind: "absent"; readonly person: AbsentPerson }
  /** `detail` says why nobody is meant, and who may have been. */
  | { readonly kind: "unclear"; readonly detail: string };

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
  const byId = all.findIndex(({ ids }) => ids.includes(wanted) || ids.includes(wanted.toLowerCase()));
  if (byId !== -1) return { kind: "person", entry: byId, asCaptain: false };
  const captain = all.findIndex(({ captainIds }) => captainIds.includes(wanted));
  if (captain !== -1) return { kind: "person", entry: captain, asCaptain: true };
  const alike = namesakes(all, wanted);
  if (alike.length === 1) return { kind: "person", entry: alike[0]!, asCaptain: false };
  if (alike.length > 1) {
    const labels = alike.map((entry) => personLabel(all[entry]!)).join(" and of ");
    return { kind: "unclear", detail: `"${wanted}" is the name of ${labels}. Give the id.` };
  }
  const missing = absent.find(
    ({ name, ids }) => ids.includes(wanted) || (nameKey(name) === nameKey(wanted) && nameKey(name) !== ""),
  );
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
export function namesakes(all: readonly Person[], wanted: string): number[] {
  const [last = "", first = ""] = wanted.split(",").map((part) => part.trim());
  const text = first === "" ? wanted : `${first} ${last}`;
  for (const { ofRow, ofListing } of NAME_LIKENESSES) {
    const keys = ofRow(text).filter((key) => key !== "");
    const found = [...all.keys()].filter((entry) => {
      const { kind, name, team } = all[entry]!;
      if (name !== null && ofListing(name).some((key) => keys.includes(key))) return true;
      if (kind !== "team") return false;
      return team.includes(wanted.toUpperCase()) || nicknameKey(name ?? "") === nicknameKey(wanted);
    });
    if (found.length > 0) return found;
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
