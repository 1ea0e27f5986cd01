import type { Catalog } from "../../contests/catalog/catalog.ts";
import type { Aliases } from "../../files/aliases.ts";
import type { Slate } from "../../files/slate.ts";
import type { ExcludedSlot } from "../../shared/schema/options.ts";
import type { LineupRequestInput } from "../../shared/schema/request.ts";
import type { InputOptions } from "../options/definitions.ts";
import type { Places } from "../places.ts";
import { readExclusions, readLocks } from "./named-entries.ts";
import { listingLabel, nameFinderOf } from "./slate-names.ts";

/** The options' requirements on players as request fields and settings, with the option behind each. */
export interface AskedOfSlate {
  readonly body: Pick<LineupRequestInput, "include" | "exclude" | "stack">;
  readonly excludedSlots: readonly ExcludedSlot[];
  readonly places: Places;
}

/** @throws InvalidRequestError, UnknownContestError */
export function askedOfSlate(
  slate: Slate,
  { lock = [], exclude = [], stack }: Pick<InputOptions, "lock" | "exclude" | "stack">,
  catalog: Catalog,
  aliases?: Aliases,
): AskedOfSlate {
  const labels = new Map(slate.entries.map((entry) => [entry.uuid, listingLabel(entry)]));
  const table = catalog.contest(slate.sport, slate.book, slate.contest);
  const find = nameFinderOf(slate, aliases);
  const locks = readLocks(find, table, lock);
  const exclusions = readExclusions(find, table, exclude);
  return {
    body: { include: locks.body, exclude: exclusions.body, ...(stack && { stack: true }) },
    excludedSlots: exclusions.slots,
    places: {
      labelOf: (guid) => labels.get(guid) ?? null,
      fields: new Map([...locks.fields, ...exclusions.fields]),
    },
  };
}

/** Adds the players marked in the files' columns to those of the options, which take precedence. */
export function withMarks(
  marked: LineupRequestInput,
  asked: Pick<LineupRequestInput, "include" | "exclude">,
): Pick<LineupRequestInput, "include" | "exclude"> {
  const { players: locked = [], teams: lockedTeams = [] } = asked.include ?? {};
  const { players: out = [], teams: outTeams = [] } = asked.exclude ?? {};
  const named = new Set([
    ...locked.map(({ player }) => player),
    ...lockedTeams.map(({ team }) => team),
    ...out,
    ...outTeams,
  ]);
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
