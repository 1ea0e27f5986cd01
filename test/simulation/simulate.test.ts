import { afterAll, describe, expect, test } from "vitest";
import { createOptimizer } from "../../src/platform/node/optimizer.ts";
import { AbortedError, type InfeasibleError, InvalidRequestError } from "../../src/shared/errors.ts";
import type { Simulation } from "../../src/simulation/simulate.ts";
import { createOptimizer as createBuiltOptimizer } from "../support/built.ts";
import { smallInputs } from "../support/inputs.ts";
import { tinyClassic } from "../support/tiny-contests.ts";
import { type PoolRow, tinyProjections, tinyRequest, uuidOf } from "../support/tiny-problem.ts";

const optimizer = await createOptimizer({ threads: 0 });
const workers = await createBuiltOptimizer({ threads: 2 });
afterAll(async () => {
  await optimizer.close();
  await workers.close();
});

test.each([
  "american-football.draftkings.classic",
  "basketball.fanduel.classic",
  "ice-hockey.draftkings.showdown",
])(
  "a simulation of %s is the same with any number of threads, and different with another seed",
  async (contest) => {
    const inputs = smallInputs(contest);
    const [own, other, reseeded] = await Promise.all([
      optimizer.simulate(inputs, { draws: 1_200 }),
      workers.simulate(inputs, { draws: 1_200 }),
      optimizer.simulate(inputs, { draws: 1_200, seed: 2 }),
    ]);
    expect(other).toEqual(own);
    expect(own.draws).toBe(1_200);
    expect(reseeded.players).not.toEqual(own.players);
    const seats = own.lineups[0]!.seats.length;
    const total = (list: readonly { readonly share: number }[]) =>
      list.reduce((sum, { share }) => sum + share, 0);
    expect(total(own.players)).toBeCloseTo(seats, 9);
    expect(total(own.lineups)).toBeCloseTo(1, 9);
    expect(total(own.stacks)).toBeCloseTo(1, 9);
  },
);

test("a simulation reports the results of its draws so far, which a stop keeps", async () => {
  const inputs = smallInputs("basketball.draftkings.showdown");
  const reported: Simulation[] = [];
  const whole = await optimizer.simulate(inputs, {
    draws: 1_200,
    onDraws: (done, soFar) => {
      expect(soFar().draws).toBe(done);
      reported.push(soFar());
    },
  });
  expect(reported.length).toBeGreaterThan(1);
  expect(reported.at(-1)).toEqual(whole);
  const [first] = reported as [Simulation];
  expect(await optimizer.simulate(inputs, { draws: first.draws })).toEqual(first);
  const errorOf = ({ players }: Simulation) => Math.max(...players.map(({ error }) => error));
  expect(errorOf(whole)).toBeLessThan(errorOf(first));
  const controller = new AbortController();
  const kept: Simulation[] = [];
  const onDraws = (_done: number, soFar: () => Simulation) => {
    kept.push(soFar());
    controller.abort();
  };
  const stopped = optimizer.simulate(inputs, { draws: 1_200, signal: controller.signal, onDraws });
  await expect(stopped).rejects.toThrow(AbortedError);
  expect(kept).toEqual([first]);
});

test("a portfolio of drawn points has the best lineups of a simulation's draws", async () => {
  const inputs = smallInputs("american-football.draftkings.classic");
  const idsOf = (seats: readonly { readonly uuid: string }[]) => seats.map(({ uuid }) => uuid).sort();
  const portfolio = { lineups: 12, method: "sequential" as const, points: { random: { seed: 5 } } };
  const { data } = await workers.portfolio({ ...inputs, portfolio });
  const drawn = data.map(({ attributes }) => idsOf(Object.values(attributes.byPositions).flat()));
  const { lineups } = await optimizer.simulate(inputs, { draws: 12, seed: 5 });
  // The best lineups of twelve draws of such a slate all differ.
  expect(lineups).toHaveLength(12);
  expect(drawn.toSorted()).toEqual(lineups.map(({ seats }) => idsOf(seats)).toSorted());
  const spreads = data.map(({ attributes: { points, pointsDrawn } }) => pointsDrawn! / points);
  expect(Math.max(...spreads)).toBeGreaterThan(1.2);
  await expect(
    optimizer.portfolio({ ...inputs, portfolio: { ...portfolio, method: "joint" } }),
  ).rejects.toThrow(/method: sequential/);
});

test("a randomized lineup has the deviations of the request, and those of its description before them", async () => {
  const inputs = smallInputs("basketball.draftkings.showdown");
  const uuids = inputs.projections.data.map(({ relationships }) => relationships.player!.data!.id.slice(-36));
  const drawnOf = async (
    known: readonly { uuid: string; deviation: number }[],
    deviation?: Readonly<Record<string, number>>,
  ) => {
    const points = { random: { seed: 5, ...(deviation && { deviation }) } };
    const portfolio = { lineups: 3, method: "sequential" as const, points };
    const { data } = await optimizer.portfolio({ ...inputs, known, portfolio });
    return data.map(({ attributes: { points, pointsDrawn } }) => pointsDrawn! - points);
  };
  const certain = uuids.map((uuid) => ({ uuid, deviation: 0 }));
  for (const difference of await drawnOf(certain)) expect(difference).toBeCloseTo(0, 1);
  expect(Math.max(...(await drawnOf([])))).toBeGreaterThan(10);
  const described = Object.fromEntries(uuids.map((uuid) => [uuid, 0]));
  const wide = uuids.map((uuid) => ({ uuid, deviation: 9 }));
  for (const difference of await drawnOf(wide, described)) expect(difference).toBeCloseTo(0, 1);
});

test("several best lineups of a draw count each player once", async () => {
  const inputs = smallInputs("basketball.draftkings.showdown");
  const [one, five] = await Promise.all([
    optimizer.simulate(inputs, { draws: 200 }),
    optimizer.simulate(inputs, { draws: 200, top: 5 }),
  ]);
  const shareIn = (simulation: typeof one, uuid: string) =>
    simulation.players.find((player) => player.uuid === uuid)?.share ?? 0;
  for (const { uuid, share } of one.players) {
    expect(shareIn(five, uuid)).toBeGreaterThanOrEqual(share);
    expect(shareIn(five, uuid)).toBeLessThanOrEqual(1);
  }
  expect(five.lineups.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(5, 9);
});

describe("a slate with a known solution", () => {
  const rules = { ...tinyClassic, sport: "basketball" };
  const rows: PoolRow[] = [
    { name: "q", position: "QB", team: 0, points: 20 },
    { name: "a", position: "WR", team: 0, points: 10 },
    { name: "r", position: "RB", team: 2, points: 9 },
    { name: "d", position: "DST", team: 1, points: 5 },
    { name: "e", position: "DST", team: 3, points: 5 },
  ];
  const request = {
    sport: "basketball",
    body: tinyRequest("classic", rows),
    projections: { data: tinyProjections(rows) },
  };

  test("gives two defenses with equal outcomes half of the optimal lineups each", async () => {
    await using own = await createOptimizer({ threads: 0, rules: [rules] });
    const draws = 10_000;
    const simulation = await own.simulate(request, { draws, seed: 3 });
    const [first, second] = simulation.lineups;
    expect(simulation.lineups).toHaveLength(2);
    expect(first!.share + second!.share).toBeCloseTo(1, 12);
    expect(first!.error).toBeCloseTo(0.005, 3);
    // Four standard errors.
    expect(Math.abs(first!.share - 0.5)).toBeLessThan(0.02);
    expect(simulation.players.filter(({ share }) => share === 1)).toHaveLength(3);
  });

  test("makes a player who is higher in one of four samples optimal in a quarter of the draws", async () => {
    await using own = await createOptimizer({ threads: 0, rules: [rules] });
    const known = [
      { uuid: request.body.teams![0]!.team, samples: [0, 0, 0, 20] },
      { uuid: request.body.teams![1]!.team, samples: [4.9, 5.1] },
    ];
    const simulation = await own.simulate({ ...request, known }, { draws: 10_000 });
    const share = simulation.players.find(({ uuid }) => uuid === known[0]!.uuid)?.share;
    expect(share).toBeGreaterThan(0.22);
    expect(share).toBeLessThan(0.28);
  });
});

test("makes the better of two perfectly correlated players always optimal", async () => {
  const rows: PoolRow[] = [
    { name: "q", position: "QB", team: 0, points: 20 },
    { name: "a", position: "WR", team: 0, points: 10 },
    { name: "r", position: "RB", team: 2, points: 9 },
    { name: "d", position: "DST", team: 1, points: 5 },
    { name: "e", position: "DST", team: 3, points: 5.5 },
  ];
  await using own = await createOptimizer({ threads: 0, rules: [{ ...tinyClassic, sport: "basketball" }] });
  const body = tinyRequest("classic", rows);
  const request = { sport: "basketball", body, projections: { data: tinyProjections(rows) } };
  const [d, e] = body.teams!.map(({ team }) => team) as [string, string];
  const shareOf = async (correlation: number) => {
    const correlations = {
      uuids: [d, e],
      matrix: [
        [1, correlation],
        [correlation, 1],
      ],
    };
    const { players } = await own.simulate({ ...request, correlations }, { draws: 2_000 });
    return players.find(({ uuid }) => uuid === e)!.share;
  };
  const [together, apart] = [await shareOf(1), await shareOf(-1)];
  expect(together).toBe(1);
  expect(apart).toBeGreaterThan(0.5);
  expect(apart).toBeLessThan(0.7);
  await expect(shareOf(1.5)).rejects.toThrow(`of ${e} with ${d} is 1.5; it must be from -1 to 1.`);
});

test.each([1, 3])(
  "a slate without a lineup is explained as for the best lineups, with top %d",
  async (top) => {
    const { body, ...inputs } = smallInputs("basketball.draftkings.classic");
    const request = { ...inputs, body: { ...body, cap: 1_000 } };
    const fault = async (answer: Promise<unknown>) => {
      const error = await answer.catch((error: unknown) => error);
      expect(error).toHaveProperty("conflicts");
      return (error as InfeasibleError).toErrorObjects();
    };
    const expected = await fault(optimizer.optimize(request));
    expect(await fault(optimizer.simulate(request, { draws: 3_000, top }))).toEqual(expected);
    expect(await fault(workers.simulate(request, { draws: 3_000, top }))).toEqual(expected);
  },
);

test("wrong settings are reported by name", async () => {
  const inputs = smallInputs("basketball.draftkings.showdown");
  await expect(optimizer.simulate(inputs, { draws: 0 })).rejects.toThrow(InvalidRequestError);
  await expect(optimizer.simulate(inputs, { draws: 0 })).rejects.toThrow(/draws/);
  await expect(
    optimizer.simulate({ ...inputs, known: [{ uuid: uuidOf("q"), samples: [1] }] }),
  ).rejects.toThrow(/samples/);
});
