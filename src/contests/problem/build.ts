import { contestWords } from "../../shared/books.ts";
import { entryRef, fieldRef, type Message, message } from "../../shared/errors/message-parts.ts";
import { pointerOf } from "../../shared/pointer.ts";
import { positionNamed, slotNamed } from "../../shared/roster.ts";
import type { ContestBase } from "../../shared/schema/contest.ts";
import type { ExcludedSlot, Origin } from "../../shared/schema/options.ts";
import type { FantasyPerformance } from "../../shared/schema/performances.ts";
import type { LineupRequest } from "../../shared/schema/request.ts";
import { seatByFile } from "./file-seats.ts";
import type { Issues } from "./issues.ts";
import { type Candidate, readPool } from "./pool.ts";
import type { FileSeats, Lock, PositionMinimum, Problem } from "./problem.ts";
import { type Inclusion, joinPool, readExclusions, readInclusions, slotFor } from "./references.ts";

/**
 * `seats`: the slots that a book's file gives its players. `unavailable`: why players are left out, by GUID.
 */
export interface Circumstances {
  readonly origin: Origin;
  readonly seats?: FileSeats | undefined;
  readonly excludedSlots?: readonly ExcludedSlot[] | undefined;
  readonly unavailable?: ReadonlyMap<string, string> | undefined;
  readonly issues: Issues;
}

/**
 * `issues` has the issues found earlier. @throws InvalidRequestError: every issue names the value, the field
 * and the remedy.
 */
export function buildProblem(
  contest: ContestBase,
  request: LineupRequest,
  projections: readonly FantasyPerformance[],
  { origin, seats, excludedSlots = [], unavailable: absent, issues }: Circumstances,
): Problem {
  const games = readGames(request, contest, issues);
  const asked = readPool(request, contest, issues);
  const pool = seats === undefined ? asked : seatByFile(asked, contest, seats, issues);
  const inclusions = readInclusions(request, contest, pool, issues);
  const exclusions = readExclusions(request, pool, inclusions, issues);
  const slotExclusions = readSlotExclusions(
    excludedSlots,
    contest,
    { pool, inclusions, excluded: exclusions },
    issues,
  );
  const isPaid = [...request.players, ...request.teams].some(({ salary }) => salary !== 0);
  if (request.cap !== undefined && contest.salaryCap === null && !isPaid)
    issues.add("cap-without-salaries", "/cap", `${contestWords(contest)} has no salaries. Remove the cap.`);
  const minimums = readMinimums(request, contest, pool, issues);
  const { entries, indices, ...leftOut } = joinPool(
    pool,
    { contest, projections, games, absent, seatedByFile: seats !== undefined },
    issues,
  );
  const locks = inclusions.flatMap(({ uuid, slot, pointer }): Lock[] => {
    const { place, unseated } = pool.get(uuid)!;
    const entry = indices[place];
    if (entry !== undefined) return [{ entry, slot, pointer }];
    const why = absent?.get(uuid);
    const refuse = (code: string, words: string) =>
      issues.add(code, pointer, message`${entryRef(uuid)} is included${words} not include it.`);
    if (unseated) refuse("included-without-slot", ", but no slot of this contest accepts its position. Do");
    else if (why !== undefined)
      refuse("included-unavailable", `, but is ${why}. Remove \`onlyAvailable\`, or do`);
    else
      refuse(
        "included-without-projection",
        " but has no projection in the listed games. List its game, or do",
      );
    return [];
  });
  issues.throwIfAny();
  return {
    sport: contest.sport,
    contest,
    request,
    origin,
    cap: request.cap ?? contest.salaryCap?.default ?? null,
    entries,
    locks,
    excluded: [...exclusions].flatMap((uuid) => indices[pool.get(uuid)!.place] ?? []),
    slotBans: slotExclusions.flatMap(({ uuid, ...ban }) => {
      const entry = indices[pool.get(uuid)!.place];
      return entry === undefined ? [] : [{ entry, ...ban }];
    }),
    minimums,
    ...leftOut,
  };
}

export function takesGames({ games: { minimum, maximum } }: ContestBase, count: number): boolean {
  return count >= minimum && (maximum === null || count <= maximum);
}

function readGames(request: LineupRequest, contest: ContestBase, issues: Issues): Set<string> {
  const games = new Set<string>();
  for (const [index, game] of request.games.entries()) {
    if (games.has(game))
      issues.add(
        "duplicate",
        `/games/${index}`,
        message`${entryRef(game)} is already listed. Keep one of them.`,
      );
    games.add(game);
  }
  if (!takesGames(contest, games.size)) {
    const { minimum, maximum } = contest.games;
    const wanted =
      maximum === minimum
        ? `exactly ${minimum}`
        : maximum === null
          ? `at least ${minimum}`
          : `${minimum} to ${maximum}`;
    issues.add(
      "games-count",
      "/games",
      `lists ${games.size}, but ${contest.contest} takes ${wanted}. Correct the list.`,
    );
  }
  return games;
}

/** `slot` is an index into the contest's slots. */
type SlotExclusion = Inclusion & { readonly slot: number };

interface Named {
  readonly pool: ReadonlyMap<string, Candidate>;
  readonly inclusions: readonly Inclusion[];
  readonly excluded: ReadonlySet<string>;
}

/** Each player must be in the pool, fit the slot, and not be locked to it or excluded. */
function readSlotExclusions(
  asked: readonly ExcludedSlot[],
  contest: ContestBase,
  { pool, inclusions, excluded }: Named,
  issues: Issues,
): SlotExclusion[] {
  const read = new Map<string, SlotExclusion>();
  for (const [index, { uuid, slot: spelling }] of asked.entries()) {
    const pointer = `/excludedSlots/${index}`;
    const candidate = pool.get(uuid);
    if (candidate === undefined) {
      issues.add("not-in-pool", pointer, message`${entryRef(uuid)} is not in the pool. Do not exclude it.`);
      continue;
    }
    const slot = slotFor(spelling, candidate, contest, `${pointer}/slot`, issues);
    if (slot === null) continue;
    const { name } = contest.slots[slot]!;
    const key = `${uuid} ${slot}`;
    const rival = inclusions.find((inclusion) => inclusion.uuid === uuid && inclusion.slot === slot);
    const known = read.get(key)?.pointer;
    const refuse = (code: string, words: Message) =>
      issues.add(code, pointer, message`${entryRef(uuid)} is ${words}. Keep one of them.`);
    if (excluded.has(uuid)) refuse("duplicate", "already excluded from every slot");
    else if (known !== undefined)
      refuse("duplicate", message`already excluded from ${name}, at ${fieldRef(known)}`);
    else if (rival !== undefined)
      refuse("included-and-excluded", message`also included in ${name}, at ${fieldRef(rival.pointer)}`);
    else read.set(key, { uuid, slot, pointer });
  }
  return [...read.values()];
}

/**
 * A minimum for a slot name is only checked, since all seats are always filled. A name that is both a slot
 * and a position means the position.
 */
function readMinimums(
  request: LineupRequest,
  contest: ContestBase,
  pool: ReadonlyMap<string, Candidate>,
  issues: Issues,
): PositionMinimum[] {
  const minimums = new Map<string, PositionMinimum>();
  for (const [spelling, minimum] of Object.entries(request.positions)) {
    const pointer = pointerOf(["positions", spelling]);
    const position = positionNamed(contest, spelling)?.name;
    const slot = contest.slots[slotNamed(contest, spelling)];
    if (position !== undefined) {
      const most = mostHolders(position, contest, pool);
      const same = minimums.get(position);
      if (same)
        issues.add(
          "duplicate",
          pointer,
          `${spelling} means ${position}, which ${same.pointer} already sets. Keep one of them.`,
        );
      else if (minimum > most)
        issues.add(
          "minimum-beyond-slots",
          pointer,
          `the request needs ${minimum} ${position}, but the slots hold at most ${most}. Lower it to ${most}.`,
        );
      else if (minimum > 0) minimums.set(position, { position, minimum, pointer });
    } else if (slot === undefined) {
      const known = [...contest.positions.map(({ name }) => name), ...contest.slots.map(({ name }) => name)];
      issues.add(
        "invalid-position",
        pointer,
        `"${spelling}" is not a position or a slot of this contest. Known: ${[...new Set(known)].join(", ")}.`,
      );
    } else if (minimum > slot.count) {
      issues.add(
        "minimum-beyond-slots",
        pointer,
        `the request needs ${minimum} in ${slot.name}, but the slot has ${slot.count} seats. Lower it to ${slot.count}.`,
      );
    }
  }
  return [...minimums.values()];
}

/**
 * Seats that accept the position, or another position of a pool player who has it: no lineup has more players
 * with it.
 */
function mostHolders(position: string, contest: ContestBase, pool: ReadonlyMap<string, Candidate>): number {
  const held = new Set([position]);
  for (const candidate of pool.values()) {
    if (candidate.positions.includes(position)) for (const other of candidate.positions) held.add(other);
  }
  return contest.slots
    .filter((slot) => slot.accepts.some((accepted) => held.has(accepted)))
    .reduce((seats, slot) => seats + slot.count, 0);
}
