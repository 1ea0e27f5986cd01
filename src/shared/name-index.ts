import leven from "leven";
import { NAME_LIKENESSES, type NameLikeness } from "./name-likenesses.ts";
import { foldSpelling, nameKey, nicknameKey } from "./names.ts";

/** How to read the ids and the name of an indexed item. `name` returns null if the name is unknown. */
export interface NameSource<One> {
  readonly ids: (one: One) => readonly string[];
  /** The book's ids for the player as captain. */
  readonly captainIds: (one: One) => readonly string[];
  readonly name: (one: One) => string | null;
  readonly isDefense: (one: One) => boolean;
}

/** Finds players and defenses by id or name; results keep the original order. */
export interface NameIndex<One> {
  readonly byId: (id: string) => readonly One[];
  readonly byCaptainId: (id: string) => readonly One[];
  /** The items whose name matches `name`, a name in another file, by the rule `likeness`; each item once. */
  readonly alike: (likeness: NameLikeness, name: string) => readonly One[];
  /** Finds defenses by their team's nickname. */
  readonly byNickname: (name: string) => readonly One[];
}

const NONE: readonly never[] = [];

/** Creates an index; each part is built on first use. */
export function createNameIndex<One>(all: readonly One[], source: NameSource<One>): NameIndex<One> {
  const { ids, captainIds, name, isDefense } = source;
  const alike = new Map(
    NAME_LIKENESSES.map((likeness) => [
      likeness,
      byKey(all, (one) => likeness.ofListing(name(one) ?? "").filter((key) => key !== "")),
    ]),
  );
  const nicknamed = byKey(all, (one) => (isDefense(one) ? [nicknameKey(name(one) ?? "")] : NONE));
  return {
    byId: byKey(all, ids),
    byCaptainId: byKey(all, captainIds),
    alike: (likeness, text) => [...new Set(likeness.ofRow(text).flatMap((key) => alike.get(likeness)!(key)))],
    byNickname: (text) => nicknamed(nicknameKey(text)),
  };
}

/** Creates a lookup of items by key, built on first use. */
export function byKey<One>(
  all: readonly One[],
  keysOf: (one: One) => readonly string[],
): (key: string) => readonly One[] {
  let found: Map<string, One[]> | undefined;
  return (key) => {
    if (found === undefined) {
      found = new Map();
      for (const one of all)
        for (const own of new Set(keysOf(one))) {
          const known = found.get(own);
          if (known) known.push(one);
          else found.set(own, [one]);
        }
    }
    return found.get(key) ?? NONE;
  };
}

const MOST_SIMILAR = 2;
export const NAMED = 5;

/** Names are similar if at most one in this many letters differs, rounded up. */
const LETTERS_PER_CHANGE = 3;

/** The up to two items with the most similar names, the nearest first; empty if none is similar. */
export function nearestNamed<One>(
  all: readonly One[],
  name: string,
  nameOf: (one: One) => string | null,
): readonly One[] {
  const wanted = foldSpelling(nameKey(name));
  const limit = Math.ceil(wanted.length / LETTERS_PER_CHANGE) + 1;
  return all
    .map((one) => ({
      one,
      distance: leven(wanted, foldSpelling(nameKey(nameOf(one) ?? "")), { maxDistance: limit }),
    }))
    .filter(({ distance }) => distance < limit)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MOST_SIMILAR)
    .map(({ one }) => one);
}

/**
 * A question such as `Did you mean A or B?`, with items whose names are similar or share a word; "" without
 * any.
 */
export function didYouMean<One>(
  all: readonly One[],
  wanted: string,
  { nameOf, labelOf }: { nameOf: (one: One) => string | null; labelOf: (one: One) => string },
): string {
  const words = wanted
    .split(/\s+/)
    .map(nameKey)
    .filter((word) => word.length > 2);
  const sharing = all.filter((one) => words.some((word) => nameKey(nameOf(one) ?? "").includes(word)));
  const found = [...new Set([...nearestNamed(all, wanted, nameOf), ...sharing])].slice(0, NAMED);
  return found.length === 0 ? "" : ` Did you mean ${found.map(labelOf).join(" or ")}?`;
}
