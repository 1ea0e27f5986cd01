import type { Problem } from "../contests/problem/problem.ts";
import { memoized } from "../shared/collections.ts";
import { guidOfId } from "../shared/guid-bytes.ts";
import { headerKey } from "../shared/header-key.ts";
import type { Resource } from "../shared/schema/resource.ts";
import { nameOf, textIn } from "../shared/schema/resource.ts";
import { placeWords } from "./places.ts";

/**
 * Facts about the players of a pool, from files; `slateInputs` returns them. The keys of maps are GUIDs, of
 * players where nothing else is said.
 */
export interface PoolFacts {
  readonly columns?: ReadonlyMap<string, Readonly<Record<string, string>>> | undefined;
  /** Minimum and maximum exposure of players in percent, from columns. */
  readonly exposures?: ReadonlyMap<string, ColumnExposure> | undefined;
  /** Games as users write them, such as `BUF@KC`, by the event's GUID. */
  readonly games?: ReadonlyMap<string, string> | undefined;
  /** Players who are listed but not in the pool, and why. */
  readonly absent?: readonly AbsentPerson[] | undefined;
}

interface ExposureRange {
  readonly minimum: number | null;
  readonly maximum: number | null;
}

/** A player's minimum and maximum exposure in percent, in any slot and as captain; null for empty cells. */
export interface ColumnExposure extends ExposureRange {
  readonly captain?: ExposureRange | undefined;
  /** The row with these percentages, for messages, if it is known. */
  readonly place?: FilePlace | undefined;
}

export interface FilePlace {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
}

export interface AbsentPerson {
  readonly name: string;
  readonly ids: readonly string[];
  readonly why: string;
}

/** A player who can be picked, with everything by which a portfolio's description can identify the player. */
export interface Person {
  readonly kind: "player" | "team";
  readonly uuid: string;
  /** The player's name; null if no document has one. */
  readonly name: string | null;
  readonly ids: readonly string[];
  readonly captainIds: readonly string[];
  /** All spellings of the team, upper case; the first one is displayed. */
  readonly team: readonly string[];
  /** All spellings of the opposing team; empty if none of its players are in the pool. */
  readonly opponent: readonly string[];
  readonly teamUuid: string;
  /** GUID of the opposing team; null if none of its players are in the pool. */
  readonly opponentUuid: string | null;
  readonly event: string;
  readonly game: string;
  readonly positions: readonly string[];
  readonly salary: number;
  readonly points: number;
  /** The cells of the files' columns, by `headerKey` of their header. */
  readonly cells: ReadonlyMap<string, string>;
}

/**
 * The players of a problem. `all` has the order of `Problem.entries`, so a player has the same index in both.
 */
export interface People {
  readonly all: readonly Person[];
  readonly absent: readonly AbsentPerson[];
  readonly headers: ReadonlyMap<string, string>;
}

export function peopleOf(
  problem: Problem,
  resources: readonly Resource[],
  { columns, games, absent = [] }: PoolFacts = {},
): People {
  const byGuid = new Map(
    resources.map((resource) => [`${resource.type} ${guidOfId(resource.id)}`, resource]),
  );
  const teamOf = memoized((uuid: string) => {
    const { attributes = {} } = byGuid.get(`Team ${uuid}`) ?? {};
    const [place, nick] = [textIn(attributes["location"]), textIn(attributes["nickName"])];
    const spellings = [
      textIn(attributes["abbreviation"]) ?? abbreviations.get(uuid) ?? null,
      nick,
      place === null || nick === null ? null : `${place} ${nick}`,
      attributes["abbreviation"] === "" ? "no team" : null,
      uuid,
    ];
    return spellings.flatMap((one) => (one === null ? [] : [one.toUpperCase()]));
  });
  const teamsOf = new Map<string, string[]>();
  for (const { event, team } of problem.entries) {
    const teams = teamsOf.get(event) ?? [];
    if (!teams.includes(team)) teams.push(team);
    teamsOf.set(event, teams);
  }
  const abbreviations = new Map<string, string>();
  for (const { uuid, team } of problem.entries) {
    const label = textIn(byGuid.get(`Player ${uuid}`)?.attributes?.["teamAbbreviation"]);
    if (label !== null && !abbreviations.has(team)) abbreviations.set(team, label);
  }
  const headers = new Map<string, string>();
  const all = problem.entries.map((entry): Person => {
    const { kind, uuid, team, event, plays, salary, points } = entry;
    const { attributes = {} } = byGuid.get(`${kind === "player" ? "Player" : "Team"} ${uuid}`) ?? {};
    const opponentUuid = teamsOf.get(event)!.find((other) => other !== team) ?? null;
    const cells = new Map<string, string>();
    for (const [header, cell] of Object.entries(columns?.get(uuid) ?? {})) {
      const key = headerKey(header);
      if (!headers.has(key)) headers.set(key, header);
      cells.set(key, cell);
    }
    const opponent = opponentUuid === null ? [] : teamOf(opponentUuid);
    return {
      kind,
      uuid,
      name: nameOf({ attributes }),
      ids: [uuid, ...textsOf(attributes["bookId"])],
      captainIds: textsOf(attributes["captainBookId"]),
      team: teamOf(team),
      opponent,
      teamUuid: team,
      opponentUuid,
      event,
      game: games?.get(event) ?? [teamOf(team)[0]!, ...opponent.slice(0, 1)].sort().join("@"),
      positions: plays,
      salary,
      points,
      cells,
    };
  });
  const reasons = [
    { uuids: problem.withoutProjection, why: "no projection" },
    { uuids: problem.withoutSlot, why: "no slot takes the position" },
    { uuids: problem.unavailable, why: "cannot play" },
  ];
  const leftOut = reasons.flatMap(({ uuids, why }) =>
    uuids.map((uuid): AbsentPerson => {
      const { attributes = {} } = byGuid.get(`Player ${uuid}`) ?? byGuid.get(`Team ${uuid}`) ?? {};
      return { name: nameOf({ attributes }) ?? uuid, ids: [uuid, ...textsOf(attributes["bookId"])], why };
    }),
  );
  return { all, absent: [...leftOut, ...absent], headers };
}

export function personLabel({ name, uuid, positions, team, ids }: Person): string {
  const about = [positions.join("/"), team[0], ids[1]].filter((part) => part !== undefined && part !== "");
  return `${name ?? uuid} (${about.join(", ")})`;
}

function textsOf(value: unknown): string[] {
  const found = textIn(value);
  return found === null ? [] : [found];
}

const LISTED_ROWS = 3;

/** Names rows of a file's columns in messages: `projections.csv (line 12)`. */
export function rowWords(rows: readonly (FilePlace | undefined)[]): string {
  const file = rows[0]?.file;
  if (file === undefined) return placeWords(["columns"]);
  const lines = rows.flatMap((row) => row?.line ?? []).sort((a, b) => a - b);
  const more = lines.length - LISTED_ROWS;
  const shown = more > 0 ? [...lines.slice(0, LISTED_ROWS), `${more} more`] : lines;
  const listed = [shown.slice(0, -1).join(", "), ...shown.slice(-1)]
    .filter((part) => part !== "")
    .join(" and ");
  return lines.length === 0 ? file : `${file} (line${lines.length > 1 ? "s" : ""} ${listed})`;
}
