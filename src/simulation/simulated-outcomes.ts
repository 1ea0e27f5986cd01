import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { Entry, Problem } from "../contests/problem/problem.ts";
import type { SimulatedSource } from "../engine/model/draw-source.ts";
import { entryRef, joinedMessages, type Message, message } from "../shared/errors/message-parts.ts";
import { type InvalidRequestError, invalidRequest } from "../shared/errors.ts";

/** Outcomes that another program simulated, instead of spreads, correlations and the sport's table. */
export interface SimulatedOutcomes {
  readonly uuids: readonly string[];
  /** One row per GUID: the player's points in each draw. All rows are equally long. */
  readonly points: readonly ArrayLike<number>[];
}

export interface SimulatedTerms {
  readonly outcomes: SimulatedOutcomes;
  /** The projections of the outcomes, by GUID: a player's outcomes are shifted with a new one. */
  readonly projected: ReadonlyMap<string, number>;
  readonly order: Int32Array;
}

/** @throws InvalidRequestError for a GUID listed twice, or rows that do not fit */
export function simulatedTerms(
  { entries }: Pick<Problem, "entries">,
  outcomes: SimulatedOutcomes,
  order: Int32Array,
): SimulatedTerms {
  const { uuids, points } = outcomes;
  if (points.length !== uuids.length)
    throw invalid(`list ${uuids.length} GUIDs and ${points.length} rows of points. Give a row for each.`);
  for (const [index, uuid] of uuids.entries()) {
    if (uuids.indexOf(uuid) !== index)
      throw invalid(message`have two rows for ${entryRef(uuid)}. Remove one.`);
    if (points[index]!.length !== drawsOf(outcomes))
      throw invalid(
        message`have ${points[index]!.length} draws of ${entryRef(uuid)} and ${drawsOf(outcomes)} of ${entryRef(uuids[0]!)}. Give each player the same number.`,
      );
  }
  return { outcomes, projected: new Map(entries.map(({ uuid, points }) => [uuid, points])), order };
}

export function drawsOf({ points }: SimulatedOutcomes): number {
  return points[0]?.length ?? 0;
}

/** The numbers below `count`, shuffled by a seed. */
export function shuffled(count: number, seed: number): Int32Array {
  const order = Int32Array.from({ length: count }, (_, draw) => draw);
  const generator = xoroshiro128plus(seed);
  for (let last = count - 1; last > 0; last -= 1) {
    const other = Math.floor(((generator.next() >>> 0) / 2 ** 32) * (last + 1));
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}

const MOST_NAMES = 8;
const MOST_POINTS = 10_000;

/** Shared memory is not copied to other threads; browsers may not allow it. */
const Memory = typeof SharedArrayBuffer === "undefined" ? ArrayBuffer : SharedArrayBuffer;

/**
 * Players who are projected for 0 points or excluded may lack outcomes: they score their projection. @throws
 * InvalidRequestError that names the players without outcomes, or with points out of range
 */
export function simulatedSource(
  { entries, excluded }: Problem,
  multiplier: Float64Array,
  { outcomes: { uuids, points: given }, projected, order }: SimulatedTerms,
): SimulatedSource {
  const rows = new Map(uuids.map((uuid, index) => [uuid, given[index]!]));
  const lacking = entries.filter(
    ({ uuid, points }, entry) => points !== 0 && !excluded.includes(entry) && !rows.has(uuid),
  );
  if (lacking.length > 0) throw invalid(lackingWords(lacking, entries.length));
  const size = entries.length;
  const hundredths = new Int32Array(new Memory(size * order.length * Int32Array.BYTES_PER_ELEMENT));
  for (const [entry, { uuid, points }] of entries.entries()) {
    const row = rows.get(uuid);
    const shift = points - (projected.get(uuid) ?? points);
    for (const [draw, column] of order.entries()) {
      const value = row === undefined ? points : row[column]! + shift;
      if (!(Math.abs(value) <= MOST_POINTS))
        throw invalid(
          message`have ${value} points for ${entryRef(uuid)}. Give numbers from -10,000 to 10,000.`,
        );
      hundredths[draw * size + entry] = Math.floor(100 * value + 0.5);
    }
  }
  return { entries: size, hundredths, multiplier };
}

function lackingWords(lacking: readonly Entry[], all: number): Message {
  const named = joinedMessages(
    lacking.slice(0, MOST_NAMES).map(({ uuid }) => entryRef(uuid)),
    ", ",
  );
  const others = lacking.length - MOST_NAMES;
  const listed = message`${named}${others > 0 ? ` and ${others} more` : ""}`;
  return message`have no draws of ${lacking.length} of the ${all} players who can be picked: ${listed}. Add their draws, exclude them, or remove their points.`;
}

function invalid(detail: Message): InvalidRequestError {
  return invalidRequest("invalid-simulated", "simulated", message`the simulated outcomes ${detail}`);
}
