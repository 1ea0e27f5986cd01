import { LastMade } from "../../shared/collections.ts";
import { entryRef, fieldRef, type Message, message } from "../../shared/errors/message-parts.ts";
import { captainTimes, positionNamed, slotNamed } from "../../shared/roster.ts";
import type { ContestBase, ContestSlot } from "../../shared/schema/contest.ts";
import type { FantasyPerformance } from "../../shared/schema/performances.ts";
import type { LineupRequest } from "../../shared/schema/request.ts";
import { playedPositions } from "./file-seats.ts";
import type { Issues } from "./issues.ts";
import type { Candidate } from "./pool.ts";
import type { Entry } from "./problem.ts";
import { readProjections } from "./projections.ts";

/** `slot` is an index into the contest's slots, null for any slot. */
export interface Inclusion {
  readonly uuid: string;
  readonly slot: number | null;
  readonly pointer: string;
}

const FIELDS = [
  { kind: "player", field: "players", key: "player" },
  { kind: "team", field: "teams", key: "team" },
] as const;

/** Every player it names must be in the pool, be named once, and fit the named slot. */
export function readInclusions(
  request: LineupRequest,
  contest: ContestBase,
  pool: ReadonlyMap<string, Candidate>,
  issues: Issues,
): Inclusion[] {
  const wanted = [
    ...request.include.players.map((item, index) => ({ ...FIELDS[0], ...item, uuid: item.player, index })),
    ...request.include.teams.map((item, index) => ({ ...FIELDS[1], ...item, uuid: item.team, index })),
  ];
  const inclusions = new Map<string, Inclusion>();
  for (const { kind, field, key, uuid, position, index } of wanted) {
    const pointer = `/include/${field}/${index}`;
    const candidate = pool.get(uuid);
    const known = inclusions.get(uuid);
    const refuse = (code: string, detail: Message) =>
      issues.add(code, `${pointer}/${key}`, message`${entryRef(uuid)} is ${detail}`);
    if (candidate?.kind !== kind)
      refuse("not-in-pool", `not among the pool's ${field}. Add it there, or do not include it.`);
    else if (known)
      refuse("duplicate", message`already included, at ${fieldRef(known.pointer)}. Keep one of them.`);
    else {
      const at = `${pointer}/position`;
      const slot = position === undefined ? null : slotFor(position, candidate, contest, at, issues);
      inclusions.set(uuid, { uuid, slot, pointer });
    }
  }
  return [...inclusions.values()];
}

/** Every player it names must be in the pool, be named once, and not be included. */
export function readExclusions(
  request: LineupRequest,
  pool: ReadonlyMap<string, Candidate>,
  inclusions: readonly Inclusion[],
  issues: Issues,
): Set<string> {
  const excluded = new Set<string>();
  for (const { kind, field } of FIELDS) {
    for (const [index, uuid] of request.exclude[field].entries()) {
      const pointer = `/exclude/${field}/${index}`;
      const included = inclusions.find((inclusion) => inclusion.uuid === uuid);
      const refuse = (code: string, detail: Message) =>
        issues.add(code, pointer, message`${entryRef(uuid)} is ${detail}`);
      if (pool.get(uuid)?.kind !== kind)
        refuse("not-in-pool", `not among the pool's ${field}. Do not exclude it.`);
      else if (excluded.has(uuid)) refuse("duplicate", "already excluded. Keep one of them.");
      else if (included)
        refuse(
          "included-and-excluded",
          message`also included, at ${fieldRef(included.pointer)}. Keep one of them.`,
        );
      else excluded.add(uuid);
    }
  }
  return excluded;
}

/**
 * By the name of the slot or of a position. Null if there is none, or if it does not accept the candidate;
 * this is an issue unless the candidate fits no slot at all.
 */
export function slotFor(
  spelling: string,
  candidate: Candidate,
  contest: ContestBase,
  pointer: string,
  issues: Issues,
): number | null {
  const own = slotNamed(contest, spelling);
  const index = own === -1 ? slotNamed(contest, positionNamed(contest, spelling)?.name ?? "") : own;
  const accepts = (slot: ContestSlot) =>
    candidate.positions.some((position) => slot.accepts.includes(position));
  if (index !== -1 && accepts(contest.slots[index]!)) return index;
  const accepting = contest.slots.filter(accepts).map(({ name }) => name);
  if (accepting.length > 0)
    issues.add(
      "invalid-slot",
      pointer,
      message`"${spelling}" is not a slot that accepts ${entryRef(candidate.uuid)} (${candidate.positions.join("/")}). Slots that do: ${accepting.join(", ")}.`,
    );
  return null;
}

interface JoinTerms {
  readonly contest: ContestBase;
  readonly projections: readonly FantasyPerformance[];
  readonly games: ReadonlySet<string>;
  /** By GUID, why players are left out. */
  readonly absent: ReadonlyMap<string, string> | undefined;
  /** Positions then only say what a player plays. */
  readonly seatedByFile: boolean;
}

const joined = new LastMade<ReadonlyMap<string, Candidate>, ReturnType<typeof join>>();

/** Adds faults of the projections to `issues`. */
export function joinPool(pool: ReadonlyMap<string, Candidate>, terms: JoinTerms, issues: Issues) {
  const { contest, projections, games, absent, seatedByFile } = terms;
  const others = [contest, projections, [...games].join(), absent, seatedByFile];
  return issues.soundly(joined, pool, others, () => join(pool, terms, issues));
}

function join(
  pool: ReadonlyMap<string, Candidate>,
  { contest, projections, games, absent, seatedByFile }: JoinTerms,
  issues: Issues,
) {
  const projected = readProjections(projections, contest, games, pool, issues);
  const times = captainTimes(contest);
  const entries: Entry[] = [];
  /** By a player's index in the pool, the index into `entries`; undefined for players left out. */
  const indices = new Array<number | undefined>(pool.size);
  const withoutProjection: string[] = [];
  const withoutSlot: string[] = [];
  const unavailable: string[] = [];
  for (const { kind, uuid, positions, unseated, salary, captainSalary, place } of pool.values()) {
    if (unseated) {
      withoutSlot.push(uuid);
      continue;
    }
    if (absent?.has(uuid)) {
      unavailable.push(uuid);
      continue;
    }
    const projection = projected[place];
    if (projection === undefined) {
      withoutProjection.push(uuid);
      continue;
    }
    const { team, event, points, captainPoints, position } = projection;
    const plays = seatedByFile && position !== null ? playedPositions(contest, position) : null;
    indices[place] = entries.length;
    entries.push({
      kind,
      uuid,
      positions,
      plays: plays ?? positions,
      team,
      event,
      salary,
      captainSalary,
      points,
      ...(times > 1 && captainPoints !== undefined && { captain: { times, points: captainPoints } }),
    });
  }
  return { entries, indices, withoutProjection, withoutSlot, unavailable };
}
