import { positionNamed, slotNamed } from "../../engine/roster.ts";
import { entryRef, fieldRef } from "../../shared/errors/lineup-error.ts";
import type { ContestBase, ContestSlot } from "../../shared/schema/contest.ts";
import type { LineupRequest } from "../../shared/schema/request.ts";
import type { Issues } from "./issues.ts";
import type { Candidate } from "./pool.ts";

/** An included player, by GUID; `slot` is an index into the contest's slots. */
export interface Inclusion {
  readonly uuid: string;
  readonly slot: number | null;
  readonly pointer: string;
}

const FIELDS = [
  { kind: "player", field: "players", key: "player" },
  { kind: "team", field: "teams", key: "team" },
] as const;

/** Reads `include`. Every player it names must be in the pool, be named once, and fit the named slot. */
export function readInclusions(
  request: LineupRequest,
  contest: ContestBase,
  pool: ReadonlyMap<string, Candidate>,
  issues: Issues,
): Inclusion[] {
  const wanted = [
    ...request.include.players.map((item) => ({ uuid: item.player, position: item.position })),
    ...request.include.teams.map((item) => ({ uuid: item.team, position: item.position })),
  ];
  const inclusions = new Map<string, Inclusion>();
  for (const [order, { uuid, position }] of wanted.entries()) {
    const { kind, field, key } = FIELDS[order < request.include.players.length ? 0 : 1];
    const pointer = `/include/${field}/${order < request.include.players.length ? order : order - request.include.players.length}`;
    const candidate = pool.get(uuid);
    if (candidate?.kind !== kind) {
      issues.add(
        "not-in-pool",
        `${pointer}/${key}`,
        `${entryRef(uuid)} is not among the pool's ${field}. Add it there, or do not include it.`,
      );
    } else if (inclusions.has(uuid)) {
      issues.add(
        "duplicate",
        `${pointer}/${key}`,
        `${entryRef(uuid)} is already included, at ${fieldRef(inclusions.get(uuid)!.pointer)}. Keep one of them.`,
      );
    } else {
      inclusions.set(uuid, {
        uuid,
        slot:
          position === undefined
            ? null
            : slotFor(position, candidate, contest, `${pointer}/position`, issues),
        pointer,
      });
    }
  }
  return [...inclusions.values()];
}

/** Reads `exclude`. Every player it names must be in the pool, be named once, and not be included. */
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
      if (pool.get(uuid)?.kind !== kind) {
        issues.add(
          "not-in-pool",
          pointer,
          `${entryRef(uuid)} is not among the pool's ${field}. Do not exclude it.`,
        );
      } else if (excluded.has(uuid)) {
        issues.add("duplicate", pointer, `${entryRef(uuid)} is already excluded. Keep one of them.`);
      } else if (included) {
        issues.add(
          "included-and-excluded",
          pointer,
          `${entryRef(uuid)} is also included, at ${fieldRef(included.pointer)}. Keep one of them.`,
        );
      } else {
        excluded.add(uuid);
      }
    }
  }
  return excluded;
}

/**
 * The contest's slot for a spelling; null, with an issue added, if that slot does not accept the candidate.
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
      `"${spelling}" is not a slot that accepts ${entryRef(candidate.uuid)} (${candidate.positions.join("/")}). Slots that do: ${accepting.join(", ")}.`,
    );
  return null;
}
