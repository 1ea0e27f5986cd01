import { afterAll, describe, expect, test } from "vitest";
import { createOptimizer } from "../../../src/platform/node/optimizer.ts";
import { InvalidRequestError } from "../../../src/shared/errors.ts";
import { PAYOUT_SHAPES } from "../../../src/shared/schema/contest-play.ts";
import type { ContestResult } from "../../../src/simulation/contest/contest.ts";
import { cents, prizesOf, relativeDeviation } from "../../../src/simulation/contest/prizes.ts";
import { createOptimizer as createBuiltOptimizer } from "../../support/built.ts";
import { smallInputs } from "../../support/inputs.ts";
import { tinyClassic } from "../../support/tiny-contests.ts";
import { type PoolRow, tinyProjections, tinyRequest } from "../../support/tiny-problem.ts";

const optimizer = await createOptimizer({ threads: 0 });
const workers = await createBuiltOptimizer({ threads: 2 });
afterAll(async () => {
  await optimizer.close();
  await workers.close();
});

/** The best lineups of a request, as entries. */
async function bestOf(inputs: ReturnType<typeof smallInputs>, count: number) {
  const { data } = await optimizer.optimize({ ...inputs, count });
  return data.map(({ attributes }) =>
    Object.entries(attributes.byPositions).flatMap(([slot, seats]) =>
      seats.map(({ uuid }) => ({ uuid, slot })),
    ),
  );
}

describe("two players who differ only in their defense", () => {
  const rows: PoolRow[] = [
    { name: "q", position: "QB", team: 0, points: 20 },
    { name: "a", position: "WR", team: 0, points: 10 },
    { name: "r", position: "RB", team: 2, points: 9 },
    { name: "d", position: "DST", team: 1, points: 5 },
    { name: "e", position: "DST", team: 3, points: 5 },
  ];
  const body = tinyRequest("classic", rows);
  const inputs = { sport: "basketball", body, projections: { data: tinyProjections(rows) } };
  const [d, e] = body.teams!.map(({ team }) => team) as [string, string];
  const prizes = { fee: 10, payouts: [{ places: 1, amount: 18 }] };

  async function returnsOf(samples: readonly (readonly [number, number])[]) {
    await using own = await createOptimizer({ threads: 0, rules: [{ ...tinyClassic, sport: "basketball" }] });
    const { data } = await own.optimize({ ...inputs, count: 2 });
    const lineups = data.map(({ attributes }) =>
      Object.entries(attributes.byPositions).flatMap(([slot, seats]) =>
        seats.map(({ uuid }) => ({ uuid, slot })),
      ),
    );
    const withDefense = (who: string) => lineups.find((lineup) => lineup.some(({ uuid }) => uuid === who))!;
    const known = [
      { uuid: d, samples: samples.map(([first]) => first) },
      { uuid: e, samples: samples.map(([, second]) => second) },
    ];
    // Both draw the same sample: they score the same.
    const correlations = {
      uuids: [d, e],
      matrix: [
        [1, 1],
        [1, 1],
      ],
    };
    const request = { ...inputs, known, correlations, payouts: prizes };
    const apart = await own.contest(
      { ...request, entries: [withDefense(d)], field: { lineups: [withDefense(e)] } },
      { draws: 10_000 },
    );
    const together = await own.contest(
      { ...request, entries: [withDefense(d), withDefense(e)], field: { lineups: [withDefense(e)] } },
      { draws: 1_000 },
    );
    return { apart, together };
  }

  test("win and lose as often as their samples imply, and twins share the payment", async () => {
    const { apart, together } = await returnsOf([
      [0, 1],
      [3, 4],
      [5, 6],
      [12, 9],
    ]);
    const [{ mean, win, alone, cash, duplicates }] = apart.entries as [(typeof apart.entries)[number]];
    // Four standard errors of 10,000 draws.
    expect(Math.abs(win - 0.25)).toBeLessThan(0.018);
    // Between two samples there is a step in which both may tie.
    expect(win - alone).toBeLessThan(0.005);
    expect(cash).toBe(win);
    expect(mean).toBeCloseTo(18 * alone + 9 * (win - alone), 9);
    expect(duplicates).toEqual({ expected: null, drawn: 0 });
    expect(apart.all).toMatchObject({
      cost: 10,
      mean,
      win,
      profit: mean / 10 - 1,
      percentiles: { length: 9 },
    });
    expect(apart.entries[0]!.reached).toEqual([{ amount: 10, chance: alone }]);
    // A second entry is the opponent's twin: they share the first one's losses.
    const [first, second] = together.entries as typeof apart.entries & { length: 2 };
    const level = first!.win - first!.alone;
    expect(first!.mean).toBeCloseTo(18 * first!.alone + 6 * level, 9);
    expect(second!.mean).toBeCloseTo(9 * (1 - first!.win) + 6 * level, 9);
    expect(second!.duplicates.drawn).toBe(1);
    expect(together.all.win).toBe(1);
  });

  test("share the prize if they always tie", async () => {
    const { apart, together } = await returnsOf([
      [2, 2],
      [8, 8],
    ]);
    expect(apart.entries[0]).toMatchObject({ mean: 9, win: 1, alone: 0, cash: 1, deviation: 0 });
    for (const { mean, win } of together.entries) {
      expect(mean).toBeCloseTo(6, 9);
      expect(win).toBe(1);
    }
  });
});

test.each(["american-football.draftkings.classic", "basketball.draftkings.showdown"])(
  "a contest of %s is the same with any number of threads, and pays out all its prizes",
  async (contest) => {
    const inputs = smallInputs(contest);
    const entries = await bestOf(inputs, 20);
    const field = { lineups: await bestOf(inputs, 150) };
    const request = { ...inputs, entries, payouts: { fee: 5, shape: "top-heavy" as const }, field };
    const [own, other] = await Promise.all([
      optimizer.contest(request, { draws: 600 }),
      workers.contest(request, { draws: 600 }),
    ]);
    expect(other).toEqual(own);
    // With all entries mine, I win all prizes.
    const alone = await optimizer.contest(
      { ...request, entries: field.lineups.slice(1), field: { lineups: field.lineups.slice(0, 1) } },
      { draws: 200 },
    );
    const rival = await optimizer.contest(
      { ...request, entries: field.lineups.slice(0, 1), field: { lineups: field.lineups.slice(1) } },
      { draws: 200 },
    );
    expect(alone.all.mean + rival.all.mean).toBeCloseTo(alone.prizes, 6);
    expect(
      alone.all.percentiles.every(({ amount }, at, all) => at === 0 || amount >= all[at - 1]!.amount),
    ).toBe(true);
  },
);

test("a contest reports what entries win in its draws so far", async () => {
  const inputs = smallInputs("basketball.draftkings.showdown");
  const entries = await bestOf(inputs, 4);
  const request = {
    ...inputs,
    entries,
    payouts: { fee: 5, shape: "top-heavy" as const },
    field: { size: 60, others: 2 },
  };
  const reported: ContestResult[] = [];
  const whole = await optimizer.contest(request, {
    draws: 1_200,
    onDraws: (done, soFar) => {
      expect(soFar().draws).toBe(done);
      reported.push(soFar());
    },
  });
  const withoutField = { ...whole, all: { ...whole.all, fieldError: null }, withProjectionError: null };
  expect(reported.at(-1)).toEqual(withoutField);
  expect(whole.all.fieldError).toBeGreaterThan(0);
  const [first] = reported as [ContestResult];
  expect(first.draws).toBeLessThan(whole.draws);
  // A mean of more draws is within five errors of a mean of fewer.
  expect(Math.abs(first.all.mean - whole.all.mean)).toBeLessThan(5 * first.all.error);
  expect(first.entries.reduce((sum, { mean }) => sum + mean, 0)).toBeCloseTo(first.all.mean, 9);
});

test("players of an entry are out as often as the table says, and score less by what opponents know", async () => {
  const spread = { family: "normal", ratio: 0.3, least: 0, source: "invented" } as const;
  const inputs = smallInputs("basketball.draftkings.classic");
  const entries = await bestOf(inputs, 1);
  const played = (out: number, field: { lineups: typeof entries } | { size: number; others: number }) => {
    const payouts = { fee: 10, payouts: [{ places: "size" in field ? "1..150" : 1, amount: 20 }] };
    const projections = { slope: 1, out, source: "invented" };
    const sources = { invented: "Invented." };
    const outcomes = { sport: "basketball", sources, factors: [], positions: [], projections };
    const table = { ...outcomes, otherwise: { spread, loadings: [] } };
    return optimizer.contest({ ...inputs, entries, payouts, outcomes: table, field }, { draws: 2_048 });
  };
  // Against itself, an entry shares the prize as long as nobody is out.
  for (const out of [0, 0.05, 1]) {
    const { all, withProjectionError } = await played(out, { lineups: entries });
    expect(all.mean).toBeCloseTo(10, 9);
    const whole = (1 - out) ** entries[0]!.length;
    // Four standard errors.
    const error = 10 * Math.sqrt((whole * (1 - whole)) / 2_048);
    expect(Math.abs(withProjectionError!.mean - 10 * whole)).toBeLessThanOrEqual(4 * error + 1e-9);
  }
  // With a slope of 1 and nobody out, only the knowledge of drawn opponents remains.
  const { all, withProjectionError } = await played(0, { size: 300, others: 0 });
  expect(withProjectionError!.mean).toBeLessThan(all.mean);
  expect(withProjectionError!.mean).toBeGreaterThan(0);
});

test("a field matches the ownership, and satisfies the salary and the rules", async () => {
  const inputs = smallInputs("american-football.draftkings.classic");
  const entries = await bestOf(inputs, 3);
  // Achievable ownership: that of a field generated without any.
  const free = await optimizer.contest(
    { ...inputs, entries, payouts: { fee: 5, shape: "50/50" }, field: { size: 4_000, ownership: [] } },
    { draws: 8 },
  );
  const ownership = free.field.fit!.people.map(({ uuid, drawn }) => ({ uuid, percent: drawn }));
  const fitted = await optimizer.contest(
    { ...inputs, entries, payouts: { fee: 5, shape: "50/50" }, field: { size: 20_000, ownership } },
    { draws: 8, seed: 2 },
  );
  expect(free.field.fit!.people.length).toBeGreaterThan(20);
  // Four standard errors of a share of 20,000 lineups.
  expect(fitted.field.fit!.furthest).toBeLessThan(1.5);
  expect(fitted.field.fit!.misfit).toBeLessThan(0.4);
  const [first] = fitted.entries;
  expect(first!.duplicates.expected).toBeGreaterThan(0);
  expect(Math.abs(first!.duplicates.drawn - first!.duplicates.expected!)).toBeLessThan(
    4 * Math.sqrt(first!.duplicates.expected!) + 1,
  );
});

test("players of a slot without any ownership are drawn as if theirs were unknown", async () => {
  const inputs = smallInputs("american-football.draftkings.classic");
  const entries = await bestOf(inputs, 1);
  const teams = new Set(inputs.body.teams!.map(({ team }) => team));
  const free = await optimizer.contest(
    { ...inputs, entries, payouts: { fee: 5, shape: "50/50" }, field: { size: 500, ownership: [] } },
    { draws: 64 },
  );
  const ownership = free.field.fit!.people.map(({ uuid, drawn }) => ({
    uuid,
    percent: teams.has(uuid) ? 0 : drawn,
  }));
  expect(ownership.filter(({ percent }) => percent === 0).length).toBeGreaterThan(2);
  const { field } = await optimizer.contest(
    { ...inputs, entries, payouts: { fee: 5, shape: "50/50" }, field: { size: 500, ownership } },
    { draws: 64 },
  );
  const defenses = field.fit!.people.filter(({ uuid }) => teams.has(uuid));
  expect(defenses.every(({ asked }) => asked === null)).toBe(true);
  expect(defenses.reduce((sum, { drawn }) => sum + drawn, 0)).toBeCloseTo(100, 6);
  // One running back for two seats.
  const backs = inputs.body.players.flatMap(({ player, position }) => (position === "RB" ? player : []));
  const [owned, ...unowned] = backs;
  const few = ownership.map((one) => (unowned.includes(one.uuid) ? { ...one, percent: 0 } : one));
  const drawn = await optimizer.contest(
    { ...inputs, entries, payouts: { fee: 5, shape: "50/50" }, field: { size: 500, ownership: few } },
    { draws: 64 },
  );
  const askedOf = new Map(drawn.field.fit!.people.map(({ uuid, asked }) => [uuid, asked]));
  expect(unowned.some((uuid) => askedOf.get(uuid) === null)).toBe(true);
  expect(askedOf.get(owned!)).not.toBeNull();
});

test("a profit that no player keeps up is doubted, with the points of both sides", async () => {
  const inputs = smallInputs("basketball.draftkings.classic");
  const { data } = await optimizer.optimize({ ...inputs, count: 4 });
  const lineups = data.map(({ attributes }) =>
    Object.entries(attributes.byPositions).flatMap(([slot, seats]) =>
      seats.map(({ uuid }) => ({ uuid, slot })),
    ),
  );
  const meanOf = (from: number) =>
    data.slice(from, from + 2).reduce((sum, { attributes }) => sum + attributes.points / 2, 0);
  const played = async (amount: number, own: number) => {
    const payouts = { fee: 1, payouts: [{ places: "1..4", amount }] };
    const terms = {
      entries: lineups.slice(own, own + 2),
      payouts,
      field: { lineups: lineups.slice(2 - own, 4 - own) },
    };
    return optimizer.contest({ ...inputs, ...terms }, { draws: 64 });
  };
  const high = await played(1.6, 0);
  expect(high.all.profit).toBeCloseTo(0.6, 9);
  expect(high.field.points.own).toBeCloseTo(meanOf(0), 6);
  expect(high.field.points.opponents).toBeCloseTo(meanOf(2), 6);
  expect(high.doubt).toContain(`The opponents' lineups project ${meanOf(2).toFixed(1)} points on average`);
  // Given opponents are not said to be weaker than real ones.
  expect(high.doubt).not.toMatch(/real opponents|take the entries of a past contest/);
  // Opponents with more points than the entries are not called weaker.
  expect((await played(1.6, 2)).doubt).not.toContain("on average");
  expect((await played(1.5, 0)).doubt).toBeNull();
});

test("opponents match measured standings of their kind of contest, and other fields give an error", async () => {
  const played = async (contest: string, field: object) => {
    const inputs = smallInputs(contest);
    const entries = await bestOf(inputs, 3);
    const payouts = { fee: 5, shape: "50/50" as const };
    return optimizer.contest({ ...inputs, entries, payouts, field: { size: 200, ...field } }, { draws: 512 });
  };
  const football = await played("american-football.fanduel.classic", {});
  expect(football.field.standings).toMatch(/2015/);
  expect(football.all.fieldError).toBeGreaterThan(0);
  const alone = await played("american-football.fanduel.classic", { others: 0 });
  expect(alone.all).toEqual({ ...football.all, fieldError: null });
  expect((await played("basketball.draftkings.classic", { others: 0 })).field.standings).toMatch(/2024/);
  // No standings of showdowns or of ice hockey were measured.
  for (const contest of ["american-football.draftkings.showdown", "ice-hockey.draftkings.classic"])
    expect((await played(contest, { others: 0 })).field.standings).toBeNull();
});

test("the deviation between fields is that of their means, without the variance of their draws", () => {
  const draws = Float64Array.from({ length: 50 }, (_, draw) => (draw * 37) % 50);
  const mean = 24.5;
  const shifted = [-2, 0, 2].map((shift) => draws.map((one) => one + shift));
  expect(relativeDeviation(shifted)).toBeCloseTo(2 / mean, 12);
  // The same values in another order: the means are equal.
  expect(relativeDeviation([draws, draws.slice().reverse()])).toBe(0);
  // The difference of means, 1, is fully explained by draws that differ by 50 in one draw.
  const once = draws.map((one, draw) => one + (draw === 0 ? 50 : 0));
  expect(relativeDeviation([draws, once])).toBeCloseTo(0, 12);
  expect(relativeDeviation([new Float64Array(4), new Float64Array(4)])).toBe(0);
});

test("faulty entries, prizes and fields are reported by name", async () => {
  const inputs = smallInputs("basketball.draftkings.showdown");
  const [entry] = (await bestOf(inputs, 1)) as [{ uuid: string; slot: string }[]];
  const contest = (changes: object) =>
    optimizer.contest(
      { ...inputs, entries: [entry], payouts: { fee: 5, shape: "50/50" }, field: { size: 10 }, ...changes },
      { draws: 8 },
    );
  await expect(contest({ entries: [entry.slice(1)] })).rejects.toThrow(/Lineup 1 has 5 players/);
  await expect(contest({ entries: [entry.map((seat) => ({ ...seat, slot: "C" }))] })).rejects.toThrow(
    /slot C/,
  );
  await expect(contest({ payouts: { fee: 5, payouts: [{ places: 2, amount: 1 }] } })).rejects.toThrow(
    /place 1/,
  );
  await expect(contest({ payouts: { fee: 5, payouts: [{ places: "1..50", amount: 1 }] } })).rejects.toThrow(
    /has 11 entries/,
  );
  await expect(contest({ field: { size: 10, ownership: [{ uuid: "x", percent: 101 }] } })).rejects.toThrow(
    InvalidRequestError,
  );
});

test("every standard payout pays no more than the fees, and no place more than the one before", () => {
  for (const shape of PAYOUT_SHAPES)
    for (const entries of [1, 2, 3, 10, 97, 1_000, 100_150]) {
      const prizes = prizesOf({ fee: 7.5, shape }, entries);
      expect(prizes.length).toBeGreaterThan(0);
      expect(prizes.every((prize, at) => prize >= 0 && (at === 0 || prize <= prizes[at - 1]!))).toBe(true);
      expect(prizes.reduce((sum, prize) => sum + prize, 0)).toBeLessThanOrEqual(cents(7.5) * entries);
      expect(prizes[0]).toBeGreaterThan(0);
    }
});
