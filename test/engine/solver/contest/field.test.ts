import { describe, expect, test } from "vitest";
import type { Field } from "../../../../src/engine/model/contest-plan.ts";
import type { Model } from "../../../../src/engine/model/model.ts";
import {
  drawField,
  type FieldHabits,
  type FieldTask,
} from "../../../../src/engine/solver/contest/field/draw-field.ts";

const NONE = { fields: 0, deviation: 0 };
const NOBODY = { part: 0, following: 0, skill: 0 };
const PLAIN: FieldHabits = {
  ...{ left: null, usual: 10_000, more: 0, spread: 0 },
  ...{ optimizing: NOBODY, lift: 0, repeated: 0, stack: null },
};

const origin = { constraint: "test", pointer: null, words: "" };
const endless = {
  flag: new Int32Array(1),
  deadline: Number.POSITIVE_INFINITY,
  milliseconds: Number.POSITIVE_INFINITY,
};

test("a generated field leaves the requested mean salary unused, and expects duplicates accordingly", async () => {
  const salary = Float64Array.from({ length: 12 }, (_, entry) => 1_000 + 100 * entry);
  const model: Model = {
    entries: 12,
    slots: [{ role: 0, count: 4 }],
    picks: {
      entry: Int32Array.from(salary, (_, entry) => entry),
      role: new Uint8Array(12),
      slots: new Int32Array(12).fill(1),
      points: new Float64Array(12),
      salary,
    },
    rules: [
      { kind: "budget", maximum: 6_500, origin },
      { kind: "once", origin },
      { kind: "fill", slot: 0, origin },
    ],
  };
  const shares = new Float64Array(12).fill(Number.NaN);
  const own = Uint16Array.from([0, 5, 8, 11]);
  for (const left of [null, 150, 60]) {
    const drawn = await drawField(
      {
        ...{ model, shares, least: 5_500, count: 20_000, seed: 3, own, others: NONE },
        habits: { ...PLAIN, left },
      },
      endless,
    );
    const { lineups, weights } = drawn!.field;
    let [sum, twins] = [0, 0];
    for (const [index, weight] of weights.entries()) {
      const picks = lineups.subarray(4 * index, 4 * index + 4);
      sum += weight * (6_500 - picks.reduce((all, pick) => all + salary[pick]!, 0));
      if (picks.join() === own.join()) twins = weight;
    }
    if (left === null) expect(sum / 20_000).toBeGreaterThan(200);
    else expect(Math.abs(sum / 20_000 - left)).toBeLessThan(0.05 * left);
    const expected = drawn!.duplicates[0]!;
    expect(expected).toBeGreaterThan(20);
    expect(Math.abs(twins - expected)).toBeLessThan(5 * Math.sqrt(expected));
  }
});

test("captains are drawn as often as captains, and as often in other slots, as their targets say", async () => {
  const players = 6;
  const picks = Array.from({ length: 2 * players }, (_, pick) => pick);
  const isCaptain = (pick: number) => pick < players;
  const model: Model = {
    entries: players,
    slots: [
      { role: 0, count: 1 },
      { role: 1, count: 3 },
    ],
    picks: {
      entry: Int32Array.from(picks, (pick) => pick % players),
      role: Uint8Array.from(picks, (pick) => Number(!isCaptain(pick))),
      slots: Int32Array.from(picks, (pick) => (isCaptain(pick) ? 1 : 2)),
      points: Float64Array.from(picks, (pick) => (isCaptain(pick) ? 1.5 : 1)),
      salary: new Float64Array(picks.length).fill(1_000),
    },
    rules: [
      { kind: "once", origin },
      { kind: "fill", slot: 0, origin },
      { kind: "fill", slot: 1, origin },
    ],
  };
  const shares = Float64Array.from([0.4, 0.25, 0.15, 0.1, 0.06, 0.04, 0.2, 0.4, 0.5, 0.6, 0.65, 0.65]);
  const own = Uint16Array.from([0, 7, 8, 9, 5, 6, 7, 8]);
  const drawn = (await drawField(
    {
      ...{ model, shares, targetOf: Int32Array.from(picks), least: 0, count: 20_000, seed: 3, own },
      ...{ others: NONE, habits: PLAIN },
    },
    endless,
  ))!;
  const found = new Float64Array(picks.length);
  const counts = [0, 0];
  for (const [index, weight] of drawn.field.weights.entries()) {
    const lineup = drawn.field.lineups.subarray(4 * index, 4 * index + 4);
    for (const pick of lineup) found[pick]! += weight / 20_000;
    for (const at of [0, 1])
      if (lineup.join() === own.subarray(4 * at, 4 * at + 4).join()) counts[at] = weight;
  }
  for (const [pick, share] of shares.entries()) {
    expect(Math.abs(drawn.fitted[pick]! - share)).toBeLessThan(0.002);
    expect(Math.abs(found[pick]! - share)).toBeLessThan(0.016);
  }
  for (const [at, expected] of drawn.duplicates.entries())
    expect(Math.abs(counts[at]! - expected)).toBeLessThan(5 * Math.sqrt(expected));
  expect(drawn.duplicates[0]).toBeGreaterThan(2 * drawn.duplicates[1]!);
});

describe("a field of four teams, each with a passer and three receivers", () => {
  const TEAMS = 4;
  const entries = Array.from({ length: 4 * TEAMS }, (_, entry) => entry);
  const isPasser = (entry: number) => entry % 4 === 0;
  const teamOf = (entry: number) => Math.floor(entry / 4);
  const salary = Float64Array.from(entries, (entry) => 1_000 + 100 * ((7 * entry) % 16));
  const model: Model = {
    entries: entries.length,
    slots: [
      { role: 0, count: 1 },
      { role: 0, count: 3 },
    ],
    picks: {
      entry: Int32Array.from(entries),
      role: new Uint8Array(entries.length),
      slots: Int32Array.from(entries, (entry) => (isPasser(entry) ? 1 : 2)),
      points: new Float64Array(entries.length),
      salary,
    },
    rules: [
      { kind: "budget", maximum: 8_000, origin },
      { kind: "once", origin },
      { kind: "fill", slot: 0, origin },
      { kind: "fill", slot: 1, origin },
    ],
  };
  const stack = {
    groups: Int32Array.from(entries, teamOf),
    hubs: Uint8Array.from(entries, (entry) => Number(isPasser(entry))),
    members: Uint8Array.from(entries, (entry) => Number(!isPasser(entry))),
    factor: 5,
  };
  const receivers = entries.filter((entry) => !isPasser(entry));
  const legal = entries.filter(isPasser).flatMap((passer) =>
    receivers.flatMap((one, at) =>
      receivers.slice(at + 1).flatMap((other, next) =>
        receivers.slice(at + next + 2).flatMap((last) => {
          const picks = [passer, one, other, last].sort((a, b) => a - b);
          const cost = picks.reduce((sum, pick) => sum + salary[pick]!, 0);
          return cost <= 8_000 && cost >= 6_500 ? [picks] : [];
        }),
      ),
    ),
  );
  const own = Uint16Array.from(legal.flat());
  const draw = (habits: Partial<FieldHabits>, changes: Partial<FieldTask> = {}) =>
    drawField(
      {
        ...{ model, shares: new Float64Array(entries.length).fill(Number.NaN), least: 6_500, seed: 5 },
        ...{ count: 20_000, own, others: NONE, habits: { ...PLAIN, ...habits }, ...changes },
      },
      endless,
    );
  const stacked = (picks: ArrayLike<number>) => {
    const team = teamOf(Array.from(picks).find(isPasser)!);
    return Array.from(picks).filter((pick) => teamOf(pick) === team).length - 1;
  };
  /** Each lineup of a field with its number of opponents. */
  const lineupsOf = ({ lineups, weights }: Field) =>
    Array.from(weights, (weight, at) => ({ weight, picks: lineups.slice(4 * at, 4 * at + 4) }));
  /** The share of opponents by their passer's number of receivers. */
  const partOf = (field: Field, size: number) =>
    lineupsOf(field).reduce((sum, { weight, picks }) => sum + (stacked(picks) === size ? weight : 0), 0) /
    lineupsOf(field).reduce((sum, { weight }) => sum + weight, 0);
  /** Distinct, achievable ownership: that of a field that prefers expensive players. */
  const given = async () => (await draw({ left: 200 }))!.shares;

  test("matches the given ownership with any other settings", async () => {
    const shares = await given();
    expect(Math.max(...shares) - Math.min(...shares)).toBeGreaterThan(0.15);
    for (const habits of [{ stack }, { spread: 0.6 }, { stack, spread: 0.4, repeated: 0.1 }]) {
      const drawn = (await draw(habits, { shares }))!.shares;
      // Four standard errors of a share of 20,000 lineups, and the same again for the fit.
      for (const [entry, share] of drawn.entries())
        expect(Math.abs(share - shares[entry]!), `${entry}`).toBeLessThan(0.028);
    }
  });

  test("stacks according to its factor, and expects as many duplicates as it draws", async () => {
    // Without ownership, all lineups with the same stack size are equally likely.
    const { field: free } = (await draw({ stack }))!;
    const weightOf = (picks: number[]) => stack.factor ** stacked(picks);
    const all = legal.reduce((sum, picks) => sum + weightOf(picks), 0);
    for (const size of [0, 1, 2, 3]) {
      const own = legal.filter((picks) => stacked(picks) === size);
      const expected = own.reduce((sum, picks) => sum + weightOf(picks), 0) / all;
      expect(expected).toBeGreaterThan(0.02);
      // Four standard errors of a share of 20,000 lineups.
      expect(Math.abs(partOf(free, size) - expected), `${size}`).toBeLessThan(0.0142);
    }
    const shares = await given();
    const [chance, together] = [(await draw({}, { shares }))!, (await draw({ stack }, { shares }))!];
    expect(partOf(together.field, 0)).toBeLessThan(0.8 * partOf(chance.field, 0));
    for (const habits of [{ stack }, { stack, spread: 0.5 }]) {
      const { field, duplicates } = (await draw(habits, { shares }))!;
      expect(duplicates.reduce((sum, one) => sum + one, 0)).toBeCloseTo(20_000, 6);
      const drawn = new Map(lineupsOf(field).map(({ picks, weight }) => [picks.join(), weight]));
      let far = 0;
      for (const [at, picks] of legal.entries()) {
        const off = (drawn.get(picks.join()) ?? 0) - duplicates[at]!;
        if (Math.abs(off) > 3 * Math.sqrt(duplicates[at]! + 1)) far += 1;
      }
      expect(legal.length).toBeGreaterThan(200);
      expect(far).toBeLessThan(0.01 * legal.length);
    }
  });

  test("leaves more salary than usual in the requested fraction of lineups", async () => {
    for (const more of [0.05, 0.2]) {
      const { field } = (await draw({ left: 200, usual: 500, more }))!;
      const left = lineupsOf(field).map(({ weight, picks }) => ({
        weight,
        salary: 8_000 - picks.reduce((sum, pick) => sum + salary[pick]!, 0),
      }));
      const many = left.filter((one) => one.salary > 500).reduce((sum, { weight }) => sum + weight, 0);
      expect(Math.abs(many / 20_000 - more)).toBeLessThan(0.01);
      const usual = left.filter((one) => one.salary <= 500);
      const all = usual.reduce((sum, one) => sum + one.weight * one.salary, 0);
      expect(Math.abs(all / (20_000 - many) - 200)).toBeLessThan(12);
    }
  });

  test("has optimizing opponents and a lift as in an enumeration of all lineups", async () => {
    const shares = await given();
    const points = Float64Array.from(entries, (entry) => 10 + ((5 * entry) % 13) + salary[entry]! / 200);
    const mean = points.reduce((sum, one, entry) => sum + one * shares[entry]!, 0);
    const better = legal.map((picks) =>
      picks.reduce((sum, pick) => sum + (100 * (points[pick]! - mean / 4)) / mean, 0),
    );
    for (const [part, skill, lift] of [
      [0.3, 0.2, 0],
      [0.2, 0.4, 0.1],
      [0, 0, 0.15],
    ] as const) {
      const kinds = [
        { part: 1 - part, skill: 0 },
        { part, skill },
      ];
      const weights = shares.map((share) => share / (1 - share));
      const chances = (extra: number) => {
        const found = new Float64Array(legal.length);
        for (const kind of kinds) {
          const own = legal.map((picks, at) =>
            picks.reduce((all, pick) => all * weights[pick]!, Math.exp((kind.skill + extra) * better[at]!)),
          );
          const all = own.reduce((sum, one) => sum + one, 0);
          for (const [at, one] of own.entries()) found[at]! += (kind.part * one) / all;
        }
        return found;
      };
      for (let round = 0; round < 3_000; round += 1) {
        const owned = new Float64Array(entries.length);
        for (const [at, one] of chances(0).entries()) for (const pick of legal[at]!) owned[pick]! += one;
        for (const entry of entries)
          weights[entry]! *= ((shares[entry]! / owned[entry]!) * (1 - owned[entry]!)) / (1 - shares[entry]!);
      }
      const expected = chances(lift);
      const optimizing = { part, following: 0, skill };
      const drawn = (await draw(
        { optimizing, lift },
        { shares, model: { ...model, picks: { ...model.picks, points } } },
      ))!;
      const off = expected.reduce((sum, one, at) => sum + Math.abs(one - drawn.duplicates[at]! / 20_000), 0);
      expect(legal.length).toBeGreaterThan(200);
      expect(off / 2, `${part} ${skill} ${lift}`).toBeLessThan(0.02);
      for (const [entry, share] of drawn.fitted.entries())
        expect(Math.abs(share - shares[entry]!)).toBeLessThan(0.002);
      const lifted = expected.reduce((sum, one, at) => sum + one * better[at]!, 0);
      expect(Math.abs(lifted)).toBeLessThan(lift === 0 ? 0.05 : 20);
      if (lift > 0) expect(lifted).toBeGreaterThan(1);
    }
  });

  test("varies lineup popularity more if its opponents differ more", async () => {
    const shares = await given();
    const deviationOf = (field: Field) => {
      const values = lineupsOf(field).flatMap(({ picks, weight }) => {
        const popularity = picks.reduce((sum, pick) => sum + Math.log(shares[pick]!), 0);
        return Array<number>(weight).fill(popularity);
      });
      const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
      return Math.sqrt(values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / values.length);
    };
    const [none, some, much] = [0, 1, 3].map(async (spread) =>
      deviationOf((await draw({ spread }, { shares }))!.field),
    );
    expect(await some).toBeGreaterThan(1.02 * (await none!));
    expect(await much).toBeGreaterThan(1.1 * (await some!));
  });

  test("repeats as many lineups as requested", async () => {
    const count = 300;
    for (const repeated of [0, 0.1, 0.5]) {
      const found = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => draw({ repeated }, { count, seed }));
      let [distinct, expected] = [0, 0];
      for (const drawn of found) {
        const { field, duplicates } = (await drawn)!;
        expect(field.weights.reduce((sum, one) => sum + one, 0)).toBe(count);
        distinct += field.weights.length;
        const fresh = Math.round(count * (1 - repeated));
        for (const one of duplicates) expected += 1 - (1 - one / count) ** fresh;
      }
      expect(Math.abs(distinct / expected - 1), `${repeated}`).toBeLessThan(0.03);
    }
  });

  test("is reproducible by its seed, alone or among other fields", async () => {
    const shares = await given();
    const others = { fields: 3, deviation: 0.5 };
    const habits = { stack, spread: 0.4, repeated: 0.1 };
    const [first, second] = [await draw(habits, { shares, others }), await draw(habits, { shares, others })];
    expect(second).toEqual(first);
    expect((await draw(habits, { shares }))!.field).toEqual(first!.field);
    expect(first!.others).toHaveLength(3);
    for (const field of first!.others) {
      // At most 10,000 lineups are drawn per field: here one for every two opponents.
      expect(field.weights.every((weight) => weight % 2 === 0)).toBe(true);
      expect(field.weights.reduce((sum, one) => sum + one, 0)).toBe(20_000);
      const owned = new Float64Array(entries.length);
      for (const { picks, weight } of lineupsOf(field))
        for (const pick of picks) owned[pick]! += weight / 20_000;
      const furthest = Math.max(...owned.map((share, entry) => Math.abs(share - shares[entry]!)));
      expect(furthest).toBeGreaterThan(0.05);
      expect(furthest).toBeLessThan(0.5);
    }
  });
});
