import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { bookNamed } from "../../../src/books/index.ts";
import type { Prospects } from "../../../src/model/contest-prospects.ts";
import { createOptimizer } from "../../../src/platform/node/optimizer.ts";
import { CHOICE_GOALS } from "../../../src/schema/contest-play.ts";
import { guidOfId } from "../../../src/schema/guid.ts";
import { WORTHS } from "../../../src/simulation/contest/goals.ts";
import { createOptimizer as createBuiltOptimizer } from "../../support/built.ts";
import { smallInputs } from "../../support/inputs.ts";
import { runs, share, Tally } from "../../support/runs.ts";

const optimizer = await createOptimizer({ threads: 0 });
const workers = await createBuiltOptimizer({ threads: 2 });
afterAll(async () => {
  await optimizer.close();
  await workers.close();
});

test("what lineups add is what a literal reading of ranks pays", () => {
  const tally = new Tally();
  const scores = fc.array(fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 4, maxLength: 4 }), {
    minLength: 2,
    maxLength: 5,
  });
  const arbitrary = fc.record({
    own: scores,
    field: fc.array(fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 4, maxLength: 4 }), {
      minLength: 1,
      maxLength: 4,
    }),
    steps: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 5 }),
  });
  fc.assert(
    fc.property(arbitrary, ({ own, field, steps }) => {
      // The first place is paid most; later ones never more than those before.
      let prize = 0;
      const each = steps.map((step) => (prize += step)).reverse();
      let sum = 0;
      const prizes = Float64Array.from(each, (one) => (sum += one));
      const rows = own.flatMap((line, lineup) =>
        line.flatMap((score, draw) => {
          const above = field.filter((one) => one[draw]! > score).length;
          const level = field.filter((one) => one[draw] === score).length;
          return above < each.length ? [{ lineup, draw, score, above, level }] : [];
        }),
      );
      const column = (read: (row: (typeof rows)[number]) => number) => Int32Array.from(rows, read);
      const prospects: Prospects = {
        first: Int32Array.from(
          { length: own.length + 1 },
          (_, at) => rows.filter(({ lineup }) => lineup < at).length,
        ),
        draw: column(({ draw }) => draw),
        score: column(({ score }) => score),
        above: column(({ above }) => above),
        level: column(({ level }) => level),
      };
      /** What a lineup is paid in a draw among others, place by place. */
      const paid = (lineup: number, others: readonly number[], draw: number) => {
        const all = [...field, ...others.map((one) => own[one]!)].map((line) => line[draw]!);
        const better = all.filter((score) => score > own[lineup]![draw]!).length;
        const tied = all.filter((score) => score === own[lineup]![draw]).length + 1;
        return each.slice(better, better + tied).reduce((total, one) => total + one, 0) / tied;
      };
      const literal = {
        payout: (chosen: readonly number[], draw: number) =>
          chosen.reduce(
            (total, one) =>
              total +
              paid(
                one,
                chosen.filter((other) => other !== one),
                draw,
              ),
            0,
          ),
        best: (chosen: readonly number[], draw: number) =>
          chosen.reduce((most, one) => Math.max(most, paid(one, [], draw)), 0),
        first: (chosen: readonly number[], draw: number) =>
          Number(chosen.some((one) => field.every((line) => line[draw]! <= own[one]![draw]!))),
      };
      for (const goal of CHOICE_GOALS) {
        const worth = WORTHS[goal]({ prospects, prizes, draws: 4 });
        const total = (chosen: readonly number[]) =>
          [0, 1, 2, 3].reduce((all, draw) => all + literal[goal](chosen, draw), 0);
        const chosen: number[] = [];
        for (const lineup of own.keys()) {
          const expected = total([...chosen, lineup]) - total(chosen);
          expect(worth.gain(lineup)).toBeCloseTo(expected, 9);
          if (expected > 0) tally.add(goal);
          worth.take(lineup);
          chosen.push(lineup);
        }
      }
    }),
    runs(150),
  );
  for (const goal of CHOICE_GOALS) expect(tally.of(goal), `${tally}`).toBeGreaterThan(share(150, 0.5));
});

test("lineups of a simulation are taken by how often they are the best, as far as the rules leave room", async () => {
  const inputs = smallInputs("american-football.bookA.classic");
  const portfolio = { unique: 3, exposure: [{ each: "player" as const, most: "50%" }] };
  const settings = { draws: 600, seed: 4 };
  const [{ data, meta }, simulation] = await Promise.all([
    optimizer.portfolioFromDraws({ ...inputs, count: 10, portfolio }, settings),
    optimizer.simulate(inputs, settings),
  ]);
  // Literally: down the list of all best lineups, each that leaves nobody in more than five and differs by three.
  const taken: { readonly share: number; readonly uuids: readonly string[] }[] = [];
  const { pointsAttribute } = bookNamed("bookA");
  const pointsOf = new Map(
    inputs.projections.data.map(({ attributes, relationships: { player, team } }) => [
      guidOfId((player?.data ?? team!.data)!.id),
      attributes[pointsAttribute]!,
    ]),
  );
  const sum = (uuids: readonly string[]) => uuids.reduce((all, uuid) => all + pointsOf.get(uuid)!, 0);
  const listed = simulation.lineups
    .map(({ share, seats }) => ({ share, uuids: seats.map(({ uuid }) => uuid) }))
    .sort((a, b) => b.share - a.share || sum(b.uuids) - sum(a.uuids));
  for (const lineup of listed) {
    const isFull = lineup.uuids.some(
      (uuid) => taken.filter(({ uuids }) => uuids.includes(uuid)).length === 5,
    );
    const isAlike = taken.some(({ uuids }) => uuids.filter((uuid) => lineup.uuids.includes(uuid)).length > 6);
    if (!isFull && !isAlike && taken.length < 10) taken.push(lineup);
  }
  expect(data.map(({ attributes }) => attributes.optimalShare)).toEqual(taken.map(({ share }) => share));
  expect(
    data.map(({ attributes }) =>
      Object.values(attributes.byPositions)
        .flat()
        .map(({ uuid }) => uuid)
        .sort(),
    ),
  ).toEqual(taken.map(({ uuids }) => uuids.toSorted()));
  expect(taken.length).toBe(10);
  expect(taken[9]!.share).toBeLessThan(listed[9]!.share);
  expect(meta!.portfolio).toMatchObject({ method: "simulation", bound: null, lineups: 10, unique: 3 });
  expect(meta!.portfolio!.simulation).toEqual({ ...settings, candidates: listed.length });
  const narrow = { ...inputs, count: 200, portfolio: { unique: 8 } };
  await expect(optimizer.portfolioFromDraws(narrow, { draws: 100 })).rejects.toThrow(/together, not 200/);
  const kept = await optimizer.portfolioFromDraws(narrow, { draws: 100, onShortfall: "keep" });
  expect(kept.data.length).toBeGreaterThan(0);
  expect(kept.meta!.portfolio!.shortfall!.reason).toContain("together, not 200");
});

test("chosen entries keep a portfolio's rules, are the same whatever the threads, and beat the best lineups", async () => {
  const inputs = smallInputs("american-football.bookA.classic");
  const stage = { ...inputs, payouts: { fee: 5, shape: "top-heavy" as const }, field: { size: 1_000 } };
  const portfolio = { unique: 2, exposure: [{ each: "player" as const, most: "60%" }] };
  const request = { ...stage, portfolio, choice: { count: 10, goal: "first" as const, candidates: 300 } };
  const [own, other] = await Promise.all([
    optimizer.chooseEntries(request, { draws: 600 }),
    workers.chooseEntries(request, { draws: 600 }),
  ]);
  expect(other.contest).toEqual(own.contest);
  expect(own.document.data).toHaveLength(10);
  const lineups = own.contest.entries.map(({ seats }) => new Set(seats.map(({ uuid }) => uuid)));
  const counts = new Map<string, number>();
  for (const lineup of lineups) for (const uuid of lineup) counts.set(uuid, (counts.get(uuid) ?? 0) + 1);
  expect(Math.max(...counts.values())).toBeLessThanOrEqual(6);
  for (const [at, lineup] of lineups.entries())
    for (const before of lineups.slice(0, at))
      expect([...lineup].filter((uuid) => before.has(uuid)).length).toBeLessThanOrEqual(7);
  const { data } = await optimizer.optimize({ ...inputs, count: 10 });
  const entries = data.map(({ attributes }) =>
    Object.entries(attributes.byPositions).flatMap(([slot, seats]) =>
      seats.map(({ uuid }) => ({ uuid, slot })),
    ),
  );
  const best = await optimizer.contest({ ...stage, entries }, { draws: 600 });
  expect(own.contest.all.win).toBeGreaterThan(best.all.win);
  await expect(
    optimizer.chooseEntries(
      { ...request, portfolio: { unique: 9 }, choice: { ...request.choice, count: 50 } },
      { draws: 64 },
    ),
  ).rejects.toThrow(/keep the portfolio's rules together, not 50/);
});
