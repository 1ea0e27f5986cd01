import type { Catalog } from "../contests/catalog/catalog.ts";
import type { ContestTable } from "../contests/constraints/readers/contest-table.ts";
import { isCaptains } from "../shared/roster.ts";
import type { ExcludedSlot } from "../shared/schema/options.ts";
import type { LineupRequestInput } from "../shared/schema/request.ts";
import type { Aliases, NameFinder } from "./listing-index.ts";
import { listingLabel, type Slate } from "./slate.ts";

const FIELDS = { player: "players", team: "teams" } as const;

/**
 * Reads the values of `--lock`; `word` names the option in errors. `fields` has what the user typed, by JSON
 * pointer of the request's field, such as `/include/players/0`. @throws InvalidRequestError
 */
export function readLocks(
  find: NameFinder,
  contest: ContestTable,
  locks: readonly string[],
  word = OPTION_WORDS.lock,
) {
  const body = {
    players: [] as { player: string; position?: string }[],
    teams: [] as { team: string; position?: string }[],
  };
  const fields = new Map<string, string>();
  for (const text of locks) {
    const { entry, slot } = seatNamed(find, contest, text, word);
    const place = slot !== undefined && { position: slot };
    const field = FIELDS[entry.kind];
    fields.set(`/include/${field}/${body[field].length}`, `${word} "${text}"`);
    if (entry.kind === "player") body.players.push({ player: entry.uuid, ...place });
    else body.teams.push({ team: entry.uuid, ...place });
  }
  return { body, fields };
}

/** Reads the values of `--exclude`; `slots` has the players excluded from one slot only. @throws InvalidRequestError */
export function readExclusions(
  find: NameFinder,
  contest: ContestTable,
  excluded: readonly string[],
  word = OPTION_WORDS.exclude,
) {
  const body = { players: [] as string[], teams: [] as string[] };
  const slots: ExcludedSlot[] = [];
  const fields = new Map<string, string>();
  for (const text of excluded) {
    const { entry, slot } = seatNamed(find, contest, text, word);
    const field = FIELDS[entry.kind];
    const pointer =
      slot === undefined ? `/exclude/${field}/${body[field].length}` : `/excludedSlots/${slots.length}`;
    fields.set(pointer, `${word} "${text}"`);
    if (slot === undefined) body[field].push(entry.uuid);
    else slots.push({ uuid: entry.uuid, slot });
  }
  return { body, slots, fields };
}

/** The slot is undefined without `@SLOT`, but for a captain's id. */
function seatNamed(find: NameFinder, { slots }: ContestTable, text: string, option: string) {
  const at = text.lastIndexOf("@");
  const { entry, asCaptain } = find(at === -1 ? text : text.slice(0, at), option);
  if (at === -1) return { entry, slot: asCaptain ? slots.find(isCaptains)?.name : undefined };
  const slot = text.slice(at + 1).trim();
  return { entry, slot: slots.find(({ name }) => name.toLowerCase() === slot.toLowerCase())?.name ?? slot };
}

/** Players that lineups must have or must not have, by name or id, with `@SLOT` for one slot. */
export interface AskedPlayers {
  readonly lock?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  /** Whether each lineup must pair its quarterback with a receiver of the same team. */
  readonly stack?: boolean | undefined;
}

const OPTION_WORDS = { lock: "--lock", exclude: "--exclude" };

/** @throws InvalidRequestError, UnknownContestError */
export async function askedOfSlate(
  slate: Slate,
  { lock = [], exclude = [], stack = false }: AskedPlayers,
  catalog: Pick<Catalog, "contest">,
  aliases?: Aliases,
  words = OPTION_WORDS,
) {
  const labels = new Map(slate.entries.map((entry) => [entry.uuid, listingLabel(entry)]));
  const labelOf = (guid: string) => labels.get(guid) ?? null;
  const table = catalog.contest(slate.sport, slate.book, slate.contest);
  // Without names, nothing calls it.
  const find =
    lock.length + exclude.length === 0
      ? undefined
      : (await import("./listing-index.ts")).nameFinderOf(slate, aliases);
  const locks = readLocks(find!, table, lock, words.lock);
  const exclusions = readExclusions(find!, table, exclude, words.exclude);
  return {
    body: { include: locks.body, exclude: exclusions.body, ...(stack && { stack }) },
    excludedSlots: exclusions.slots,
    places: { labelOf, fields: new Map([...locks.fields, ...exclusions.fields]) },
  };
}

/** Joins marks in columns of files with what options ask. For a player in both, only the options apply. */
export function withMarks(
  marked: LineupRequestInput,
  asked: Pick<LineupRequestInput, "include" | "exclude">,
): Pick<LineupRequestInput, "include" | "exclude"> {
  const { players: locked = [], teams: lockedTeams = [] } = asked.include ?? {};
  const { players: out = [], teams: outTeams = [] } = asked.exclude ?? {};
  const uuids = [...locked.map(({ player }) => player), ...lockedTeams.map(({ team }) => team)];
  const named = new Set([...uuids, ...out, ...outTeams]);
  const others = <Item>(items: readonly Item[] = [], uuidOf: (item: Item) => string) =>
    items.filter((item) => !named.has(uuidOf(item)));
  return {
    include: {
      players: [...locked, ...others(marked.include?.players, ({ player }) => player)],
      teams: [...lockedTeams, ...others(marked.include?.teams, ({ team }) => team)],
    },
    exclude: {
      players: [...out, ...others(marked.exclude?.players, (uuid) => uuid)],
      teams: [...outTeams, ...others(marked.exclude?.teams, (uuid) => uuid)],
    },
  };
}
