import { type Model, POINT_UNITS, type RuleData } from "../../engine/model/model.ts";
import { seededRandom } from "../random.ts";
import { withOrigin } from "./hand-made.ts";

/**
 * Seats and the kinds of players they accept, as in a football contest: three kinds share the last, flexible
 * seat.
 */
const SLOTS = [1, 2, 3, 1, 1, 1];
const KINDS = [[0], [1, 4], [2, 4], [3, 4], [5]];
const SHARES = [0.12, 0.26, 0.36, 0.16, 0.1];

/** A seeded slate of `entries` in 2 * games teams, under a budget that binds and "at least 2 games". */
export function slate(entries: number, games = 4, seed = 1): Model {
  const random = seededRandom(seed);
  // Entries left over by rounding get the most frequent kind.
  const kinds = SHARES.flatMap((share, kind) => new Array<number>(Math.floor(share * entries)).fill(kind));
  while (kinds.length < entries) kinds.push(SHARES.indexOf(Math.max(...SHARES)));
  const salary = Float64Array.from(kinds, () => 2500 + 100 * Math.floor(70 * random() ** 2));
  const rules: RuleData[] = [
    { kind: "budget", maximum: 50_000 },
    { kind: "once" },
    ...SLOTS.map((_, slot): RuleData => ({ kind: "fill", slot })),
    { kind: "groupsMinimum", groups: Int32Array.from(kinds, (_, entry) => entry % games), minimum: 2 },
  ];
  return {
    entries: kinds.length,
    slots: SLOTS.map((count) => ({ role: 0, count })),
    picks: {
      entry: Int32Array.from(kinds.keys()),
      role: new Uint8Array(kinds.length),
      slots: Int32Array.from(kinds, (kind) => KINDS[kind]!.reduce((bits, slot) => bits | (1 << slot), 0)),
      points: Float64Array.from(
        salary,
        (cost) => Math.round((cost / 400) * (0.6 + random()) * 100) * (POINT_UNITS / 100),
      ),
      salary,
    },
    rules: rules.map(withOrigin),
  };
}
