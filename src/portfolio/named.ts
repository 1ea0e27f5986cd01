import type { Lock } from "../contests/problem/problem.ts";
import { LastMade } from "../shared/collections.ts";
import { byKey, createNameIndex, didYouMean, NAME_LIKENESSES, type NameIndex } from "../shared/name-index.ts";
import { nameKey } from "../shared/names.ts";
import type { Exposure, Portfolio } from "../shared/schema/portfolio.ts";
import { type AbsentPerson, type People, type Person, type PoolFacts, personLabel } from "./people.ts";
import { isWholeRange } from "./ranges.ts";

/**
 * The result of a search by name or id. `entry` is the player's index in the pool; `asCaptain` is true if the
 * text is the book's id of the player as captain.
 */
export type Named =
  | { readonly kind: "person"; readonly entry: number; readonly asCaptain: boolean }
  | { readonly kind: "absent"; readonly person: AbsentPerson }
  /** `detail` says why there is no match, and suggests players. */
  | { readonly kind: "unclear"; readonly detail: string };

export function splitAtSlot(text: string): { readonly who: string; readonly slot: string | null } {
  const at = text.lastIndexOf("@");
  if (at <= 0) return { who: text, slot: null };
  return { who: text.slice(0, at).trim(), slot: text.slice(at + 1).trim() };
}

/** Finds the player with an id, or else with a name. Names are compared as in projections files. */
export function findPerson({ all, absent }: People, text: string): Named {
  const wanted = text.trim();
  const index = nameIndexOf(all);
  const [byId = index.byId(wanted.toLowerCase())[0]] = index.byId(wanted);
  if (byId !== undefined) return { kind: "person", entry: byId, asCaptain: false };
  const [captain] = index.byCaptainId(wanted);
  if (captain !== undefined) return { kind: "person", entry: captain, asCaptain: true };
  const entries = namesakes(all, wanted);
  if (entries.length === 1) return { kind: "person", entry: entries[0]!, asCaptain: false };
  if (entries.length > 1) {
    const labels = entries.map((entry) => personLabel(all[entry]!)).join("; ");
    return {
      kind: "unclear",
      detail: `"${wanted}" is the name of ${entries.length} players: ${labels}. Give the id instead.`,
    };
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
 * The indices of the players that match a name, at the strictest level of comparison that finds any; a
 * defense also matches its team's nickname or abbreviation.
 */
export function namesakes(all: readonly Person[], wanted: string): readonly number[] {
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

interface PersonIndex extends NameIndex<number> {
  readonly byTeam: (team: string) => readonly number[];
}

const indices = new LastMade<readonly Person[], PersonIndex>();

export function nameIndexOf(all: readonly Person[]): PersonIndex {
  return indices.of(all, [], () => {
    const entries = [...all.keys()];
    return {
      ...createNameIndex(entries, {
        ids: (entry) => all[entry]!.ids,
        captainIds: (entry) => all[entry]!.captainIds,
        name: (entry) => all[entry]!.name,
        isDefense: (entry) => all[entry]!.kind === "team",
      }),
      byTeam: byKey(entries, (entry) => (all[entry]!.kind === "team" ? all[entry]!.team : [])),
    };
  });
}

const absents = new LastMade<readonly AbsentPerson[], (key: string) => readonly AbsentPerson[]>();

function absentNamed(absent: readonly AbsentPerson[], wanted: string): AbsentPerson | undefined {
  const keysOf = (ids: readonly string[], name: string) => {
    const key = nameKey(name);
    return [...ids.map((id) => `id ${id}`), ...(key === "" ? [] : [`name ${key}`])];
  };
  const find = absents.of(absent, [], () => byKey(absent, ({ ids, name }) => keysOf(ids, name)));
  const found = new Set(keysOf([wanted], wanted).flatMap((key) => find(key)));
  return found.size === 0 ? undefined : absent.find((one) => found.has(one));
}

/** Players with a limit of their own, which replaces limits for all players; indices in the pool. */
export interface Replaced {
  /** Those with a lock or an exposure in the description: exposure columns do not apply. */
  readonly byDescription: ReadonlySet<number>;
  /** These, and those with a limit in an exposure column: `each: player` does not apply. */
  readonly byAny: ReadonlySet<number>;
}

/** Read in the same way by the plan and by the check of finished portfolios. */
export function replacedOf(
  exposures: Portfolio["exposure"],
  locks: readonly Lock[],
  people: People,
  facts: PoolFacts | undefined,
): Replaced {
  const named = (exposures ?? []).flatMap((exposure) => entryNamed(exposure, people) ?? []);
  const byDescription = new Set([...locks.map(({ entry }) => entry), ...named]);
  const columns = facts?.exposures;
  const limited = people.all.flatMap(({ uuid }, entry) => {
    const column = columns?.get(uuid);
    return column === undefined || isWholeRange(column) ? [] : [entry];
  });
  return { byDescription, byAny: new Set([...byDescription, ...limited]) };
}

/** The index of the one player that an exposure names without a slot; null for other exposures. */
export function entryNamed({ each, of, times = 1 }: Exposure, people: People): number | null {
  if (each !== undefined || times !== 1) return null;
  if (typeof of !== "string" && typeof of !== "number") return null;
  if (splitAtSlot(String(of)).slot !== null) return null;
  const found = findPerson(people, String(of));
  return found.kind === "person" && !found.asCaptain ? found.entry : null;
}
