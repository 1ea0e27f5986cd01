import leven from "leven";
import { foldSpelling, nameKey, nameWords, nicknameKey } from "./names.ts";
import { SHORT_FORMS } from "./short-forms.ts";

/** The first rule that finds a person wins. */
export interface NameLikeness {
  /** Empty if the rule does not apply to the name. */
  readonly ofListing: (name: string) => readonly string[];
  /** Two names match if they share a key. */
  readonly ofRow: (name: string) => readonly string[];
}

const GROUPS_OF = new Map<string, number[]>();
for (const [group, names] of SHORT_FORMS.split(";").entries()) {
  for (const name of names.trim().split(/\s+/)) {
    const key = foldSpelling(name);
    GROUPS_OF.set(key, [...(GROUPS_OF.get(key) ?? []), group]);
  }
}

const same = (keysOf: (name: string) => readonly string[]): NameLikeness => ({
  ofListing: keysOf,
  ofRow: keysOf,
});

/** Folded by `foldSpelling`; null for a name of one word. */
function firstAndRest(name: string): { readonly first: string; readonly rest: string } | null {
  const [first = "", ...others] = nameWords(name);
  const rest = foldSpelling(others.join(""));
  return rest === "" ? null : { first: foldSpelling(first), rest };
}

const exact = same((name) => [nameWords(name).join("")]);
const spelledOut = same((name) => [foldSpelling(nameWords(name).join(""))]);
const shortForm = same((name) => {
  const parts = firstAndRest(name);
  return parts === null ? [] : (GROUPS_OF.get(parts.first) ?? []).map((group) => `${group} ${parts.rest}`);
});

const initialKey = (name: string, isInitial: (first: string) => boolean): readonly string[] => {
  const parts = firstAndRest(name);
  return parts === null || !isInitial(parts.first) ? [] : [`${parts.first[0]} ${parts.rest}`];
};
const initial: NameLikeness = {
  ofListing: (name) => initialKey(name, () => true),
  ofRow: (name) => initialKey(name, (first) => first.length === 1),
};

/** Strictest first: equal names, other spellings, short forms of first names, initials. */
export const NAME_LIKENESSES: readonly NameLikeness[] = [exact, spelledOut, shortForm, initial];

/** `name` returns null if the name is unknown. */
export interface NameSource<One> {
  readonly ids: (one: One) => readonly string[];
  readonly captainIds: (one: One) => readonly string[];
  readonly name: (one: One) => string | null;
  readonly isDefense: (one: One) => boolean;
}

/** Results keep the original order. */
export interface NameIndex<One> {
  readonly byId: (id: string) => readonly One[];
  readonly byCaptainId: (id: string) => readonly One[];
  /** `name` is that in another file. */
  readonly alike: (likeness: NameLikeness, name: string) => readonly One[];
  /** By the team's nickname. */
  readonly byNickname: (name: string) => readonly One[];
}

const NONE: readonly never[] = [];

/** Each part is built on first use. */
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

/** Built on first use. */
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

/** The nearest first; empty if none is similar. */
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

/** Items whose names are similar or share a word; "" without any. */
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
