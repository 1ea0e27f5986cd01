import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import type { Prospects } from "../../../src/engine/model/contest-plan.ts";
import type { PlanShare, PortfolioPlan } from "../../../src/engine/model/portfolio-plan.ts";
import { createOptimizer } from "../../../src/platform/node/optimizer.ts";
import { bookNamed } from "../../../src/shared/books.ts";
import { guidOfId } from "../../../src/shared/guid-bytes.ts";
import { CHOICE_GOALS } from "../../../src/shared/schema/contest-play.ts";
import { chooseGreedily, exchangeLineups } from "../../../src/simulation/contest/choose.ts";
import { type ChoiceGoal, WORTHS } from "../../../src/simulation/contest/goals.ts";
import { createOptimizer as createBuiltOptimizer } from "../../support/built.ts";
import { smallInputs } from "../../support/inputs.ts";
import { runs, share, Tally } from "../../support/runs.ts";

const optimizer = await createOptimizer({ threads: 0 });
const workers = await createBuiltOptimizer({ threads: 2 });
afterAll(async () => {
  await optimizer.close();
  await workers.close();
});

/**
 * Own lineups and opponents by their scores in four draws, and the payment steps from each place to the one
 * before.
 */
interface Stage {
  readonly own: readonly (readonly number[])[];
  readonly field: readonly (readonly number[])[];
  readonly steps: readonly number[];
}

const DRAWS = [0, 1, 2, 3];
const scores = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 4, maxLength: 4 });
const stage: fc.Arbitrary<Stage> = fc.record({
  own: fc.array(scores, { minLength: 2, maxLength: 5 }),
  field: fc.array(scores, { minLength: 1, maxLength: 4 }),
  steps: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 5 }),
});

/** The goals' view of a stage, and the value of lineups by a literal reading of ranks. */
function staged({ own, field, steps }: Stage) {
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
  /** A lineup's payment in a draw among all chosen ones, place by place. */
  const paid = (lineup: number, chosen: readonly number[], draw: number) => {
    const others = chosen.filter((other) => other !== lineup);
    const all = [...field, ...others.map((one) => own[one]!)].map((line) => line[draw]!);
    const better = all.filter((score) => score > own[lineup]![draw]!).length;
    const tied = all.filter((score) => score === own[lineup]![draw]).length + 1;
    return each.slice(better, better + tied).reduce((total, one) => total + one, 0) / tied;
  };
  const literal = {
    payout: (chosen: readonly number[], draw: number) =>
      chosen.reduce((total, one) => total + paid(one, chosen, draw), 0),
    best: (chosen: readonly number[], draw: number) =>
      chosen.reduce((most, one) => Math.max(most, paid(one, chosen, draw)), 0),
    first: (chosen: readonly number[], draw: number) =>
      Number(chosen.some((one) => field.every((line) => line[draw]! <= own[one]![draw]!))),
  };
  return {
    each,
    worthOf: (goal: ChoiceGoal, count = own.length) =>
      WORTHS[goal]({ prospects, prizes, draws: DRAWS.length, count }),
    total: (goal: ChoiceGoal, chosen: readonly number[]) =>
      DRAWS.reduce((all, draw) => all + literal[goal](chosen, draw), 0),
  };
}

/** A plan with a number of lineups, each with one of several entries, without a rule. */
function freePlan(entries: number, count: number): PortfolioPlan {
  const all = Array.from({ length: entries }, (_, entry) => entry);
  const picks = {
    entry: Int32Array.from(all),
    role: new Uint8Array(entries),
    slots: new Int32Array(entries).fill(1),
    points: new Float64Array(entries),
    salary: new Float64Array(entries),
  };
  return {
    model: { entries, slots: [{ role: 0, count: 1 }], picks, rules: [] },
    ...{ count, unique: 0, choices: null, avoid: [], shares: [], random: null },
  };
}

/** All subsets of the first numbers with a given size. */
function choicesOf(size: number, count: number, from = 0): number[][] {
  if (count === 0) return [[]];
  return Array.from({ length: size - from }, (_, at) => from + at).flatMap((one) =>
    choicesOf(size, count - 1, one + 1).map((others) => [one, ...others]),
  );
}

const chosenOf = (goal: ChoiceGoal, own: Stage, count: number) =>
  chooseGreedily(
    freePlan(own.own.length, count),
    own.own.map((_, lineup) => [lineup]),
    staged(own).worthOf(goal, count),
  );

test("a lineup's gain equals a literal reading of ranks, and never exceeds its earlier bound", () => {
  const tally = new Tally();
  fc.assert(
    fc.property(stage, (drawn) => {
      const { worthOf, total } = staged(drawn);
      for (const goal of CHOICE_GOALS) {
        const worth = worthOf(goal);
        const bounds = drawn.own.map(() => Number.POSITIVE_INFINITY);
        const chosen: number[] = [];
        for (const lineup of drawn.own.keys()) {
          for (let later = lineup; later < drawn.own.length; later += 1) {
            const { gain, most } = worth.gainOf(later);
            expect(gain).toBeCloseTo(total(goal, [...chosen, later]) - total(goal, chosen), 9);
            bounds[later] = Math.min(bounds[later]!, most);
            expect(gain).toBeLessThanOrEqual(bounds[later]! + 1e-9);
            if (gain > 0) tally.add(goal);
            if (gain < 0) tally.add(`${goal} less`);
          }
          worth.take(lineup);
          chosen.push(lineup);
          expect(worth.total).toBeCloseTo(total(goal, chosen), 9);
        }
        for (const lineup of drawn.own.keys()) {
          worth.drop(lineup);
          chosen.shift();
          expect(worth.total).toBeCloseTo(total(goal, chosen), 9);
          expect(worth.gainOf(lineup).gain).toBeCloseTo(total(goal, [...chosen, lineup]) - worth.total, 9);
        }
      }
    }),
    runs(80),
  );
  for (const goal of CHOICE_GOALS) expect(tally.of(goal), `${tally}`).toBeGreaterThan(share(80, 0.5));
  expect(tally.of("best less"), `${tally}`).toBeGreaterThan(share(80, 0.2));
});

test("each step chooses the highest gain; with decreasing prizes the result is worth 63% of the best choice", () => {
  const tally = new Tally();
  fc.assert(
    fc.property(stage, fc.integer({ min: 1, max: 4 }), (drawn, most) => {
      const { total, each } = staged(drawn);
      const size = drawn.own.length;
      const count = Math.min(most, size);
      const falls = each.map((one, place) => one - (each[place + 1] ?? 0));
      const eases = falls.every((fall, place) => place === 0 || fall <= falls[place - 1]!);
      for (const goal of CHOICE_GOALS) {
        const chosen = chosenOf(goal, drawn, count);
        expect(new Set(chosen).size).toBe(count);
        for (const [step, taken] of chosen.entries()) {
          const before = chosen.slice(0, step);
          const open = [...drawn.own.keys()].filter((lineup) => !before.includes(lineup));
          const highest = Math.max(...open.map((lineup) => total(goal, [...before, lineup])));
          expect(total(goal, [...before, taken])).toBeCloseTo(highest, 9);
          if (step > 0 && open.length > 1) tally.add(goal);
        }
        if (goal === "best" || (goal === "payout" && !eases)) continue;
        const best = Math.max(...choicesOf(size, count).map((choice) => total(goal, choice)));
        expect(total(goal, chosen)).toBeGreaterThanOrEqual((1 - 1 / Math.E) * best - 1e-9);
        if (total(goal, chosen) < best - 1e-9) tally.add(`${goal} short`);
        tally.add(`${goal} eased`);
      }
    }),
    runs(150),
  );
  for (const goal of CHOICE_GOALS) expect(tally.of(goal), `${tally}`).toBeGreaterThan(share(150, 0.5));
  expect(tally.of("payout eased"), `${tally}`).toBeGreaterThan(share(150, 0.2));
  expect(tally.of("payout short") + tally.of("first short"), `${tally}`).toBeGreaterThan(0);
});

test("exchanges keep the rules together, never reduce the value, and end when no candidate adds more", () => {
  const tally = new Tally();
  const plans = stage.chain((drawn) => {
    const size = drawn.own.length;
    return fc.record({
      drawn: fc.constant(drawn),
      start: fc.shuffledSubarray([...drawn.own.keys()], { minLength: 1, maxLength: size - 1 }),
      // The lineups of a set that a share counts.
      counted: fc.subarray([...drawn.own.keys()]),
    });
  });
  fc.assert(
    fc.property(plans, ({ drawn, start, counted }) => {
      const { worthOf, total } = staged(drawn);
      const size = drawn.own.length;
      const passing = (chosen: readonly number[]) => chosen.filter((one) => counted.includes(one)).length;
      const set: PlanShare = {
        tests: [
          {
            when: null,
            alternatives: [
              {
                counts: [{ picks: Int32Array.from(counted), least: 1, most: Number.POSITIVE_INFINITY }],
                sums: [],
              },
            ],
          },
        ],
        least: Math.max(0, passing(start) - 1),
        most: passing(start),
        origin: { pointer: "", words: "" },
      };
      const plan = { ...freePlan(size, start.length), shares: [set] };
      const lineups = drawn.own.map((_, lineup) => [lineup]);
      const isKept = (chosen: readonly number[]) =>
        passing(chosen) >= set.least && passing(chosen) <= set.most;
      for (const goal of CHOICE_GOALS) {
        const worth = worthOf(goal);
        for (const one of start) worth.take(one);
        const chosen = exchangeLineups(plan, lineups, worth, start);
        expect(new Set(chosen).size).toBe(start.length);
        expect(isKept(chosen)).toBe(true);
        const own = total(goal, chosen);
        expect(worth.total).toBeCloseTo(own, 9);
        expect(own).toBeGreaterThanOrEqual(total(goal, start) - 1e-9);
        const others = chosen.flatMap((_, place) =>
          [...drawn.own.keys()]
            .filter((one) => !chosen.includes(one))
            .map((one) => chosen.map((taken, at) => (at === place ? one : taken)))
            .filter(isKept),
        );
        // Three rounds suffice here, with few lineups.
        expect(Math.max(own, ...others.map((other) => total(goal, other)))).toBeCloseTo(own, 6);
        if (own > total(goal, start) + 1e-9) tally.add(goal);
        if (others.length > 0) tally.add("open");
      }
    }),
    runs(100),
  );
  for (const goal of CHOICE_GOALS) expect(tally.of(goal), `${tally}`).toBeGreaterThan(share(100, 0.1));
  expect(tally.of("open"), `${tally}`).toBeGreaterThan(share(100, 0.5));
});

test("lineups of a simulation are chosen by how often they are optimal, as far as the rules allow", async () => {
  const inputs = smallInputs("american-football.draftkings.classic");
  const portfolio = { unique: 3, exposure: [{ each: "player" as const, most: "50%" }] };
  const settings = { draws: 600, seed: 4 };
  const [{ data, meta }, simulation] = await Promise.all([
    optimizer.portfolioFromDraws({ ...inputs, count: 10, portfolio }, settings),
    optimizer.simulate(inputs, settings),
  ]);
  // By definition: down the list of all optimal lineups, each that leaves no player in more than five and
  // differs by three.
  const taken: { readonly share: number; readonly uuids: readonly string[] }[] = [];
  const { pointsAttribute } = bookNamed("bookA");
  const pointsOf = new Map(
    inputs.projections.data.map(({ attributes, relationships: { player, team } }) => [
      guidOfId((player?.data ?? team!.data)!.id),
      Number(attributes[pointsAttribute]),
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
  await expect(optimizer.portfolioFromDraws(narrow, { draws: 100 })).rejects.toThrow(
    /fit together under .*; 200 are needed/,
  );
  const kept = await optimizer.portfolioFromDraws(narrow, { draws: 100, onShortfall: "keep" });
  expect(kept.data.length).toBeGreaterThan(0);
  expect(kept.meta!.portfolio!.shortfall!.reason).toMatch(/fit together under .*; 200 are needed/);
});

test("chosen entries satisfy a portfolio's rules, are the same with any number of threads, and beat the best lineups", async () => {
  const inputs = smallInputs("american-football.draftkings.classic");
  const stage = {
    ...inputs,
    payouts: { fee: 5, shape: "top-heavy" as const },
    field: { size: 400, others: 0 },
  };
  const portfolio = { unique: 2, exposure: [{ each: "player" as const, most: "60%" }] };
  const request = { ...stage, portfolio, choice: { count: 10, goal: "first" as const, candidates: 80 } };
  const draws: (readonly [number, number])[] = [];
  const onProgress = (done: number, all: number) => draws.push([done, all]);
  const [own, other] = await Promise.all([
    optimizer.chooseEntries(request, { draws: 600, onProgress }),
    workers.chooseEntries(request, { draws: 600 }),
  ]);
  expect(other.contest).toEqual(own.contest);
  // To choose, to compare and to estimate.
  expect(draws.map(([done]) => done)).toEqual(expect.arrayContaining([600, 1_200, 1_800]));
  expect(draws).toEqual(draws.toSorted(([a], [b]) => a - b).map(([done]) => [done, 1_800]));
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
  // Many draws, and a field, that were not used for the choice.
  const winOf = async (played: typeof entries) =>
    (await optimizer.contest({ ...stage, entries: played }, { draws: 1_000, seed: 77 })).all.win;
  const chosen = own.contest.entries.map(({ seats }) => [...seats]);
  expect(await winOf(chosen)).toBeGreaterThan(1.1 * (await winOf(entries)));
  await expect(
    optimizer.chooseEntries(
      { ...request, portfolio: { unique: 9 }, choice: { ...request.choice, count: 50 } },
      { draws: 64 },
    ),
  ).rejects.toThrow(/fit together under the portfolio's rules; 50 are needed/);
});

test("chosen entries are worth at least as much as the maximum-points portfolio in the draws of the choice", async () => {
  const inputs = smallInputs("american-football.draftkings.classic");
  const table = await optimizer.catalog.outcomesTable(inputs.sport);
  const [source = ""] = Object.keys(table.sources);
  const erring = {
    ...inputs,
    outcomes: { ...table, projections: { slope: 0.65, source } },
    payouts: { fee: 5, shape: "top-heavy" as const },
    field: { size: 200, others: 0 },
  };
  const ownership = await optimizer.catalog.ownershipTable(inputs.sport);
  await using ignorant = await createOptimizer({
    threads: 0,
    outcomes: [{ ...ownership, known: { value: 0, error: 0 } }],
  });
  const stage = { ...erring, outcomes: { ...table, projections: { slope: 1, source } } };
  const each = { each: "player" as const, most: "60%" };
  const portfolio = { method: "sequential" as const, unique: 2, exposure: [each] };
  const worthOf = { payout: "mean", best: "best", first: "win" } as const;
  const { data } = await optimizer.portfolio({ ...inputs, count: 6, portfolio });
  const entries = data.map(({ attributes }) =>
    Object.entries(attributes.byPositions).flatMap(([slot, seats]) =>
      seats.map(({ uuid }) => ({ uuid, slot })),
    ),
  );
  const settings = { draws: 128, seed: 5 };
  const plain = await ignorant.contest({ ...stage, entries }, settings);
  for (const goal of CHOICE_GOALS) {
    const choice = { count: 6, goal, candidates: 40 };
    const own = await ignorant.chooseEntries({ ...stage, portfolio, choice }, settings);
    // The same draws and the same opponents again.
    const again = await ignorant.contest(
      { ...stage, entries: own.contest.entries.map(({ seats }) => seats) },
      settings,
    );
    expect(own.choice.portfolioWorth).toBeCloseTo(plain.all[worthOf[goal]], 6);
    const { worth, portfolioWorth } = own.choice.heldOut;
    expect(worth).toBeGreaterThanOrEqual(portfolioWorth!);
    // Other draws: payments differ at least by cents.
    if (goal === "payout") expect(portfolioWorth).not.toBe(own.choice.portfolioWorth);
    expect(own.choice.worth).toBeCloseTo(again.all[worthOf[goal]], 6);
    expect(again.all[worthOf[goal]]).toBeGreaterThanOrEqual(plain.all[worthOf[goal]]);
  }
  // Choices maximize what entries win if projections err, and opponents know more.
  const usual = await optimizer.contest({ ...erring, entries }, settings);
  const play = await optimizer.openContest(erring, settings);
  const real = await play({ entries, payouts: erring.payouts, isReal: true });
  const choice = { count: 6, goal: "payout" as const, candidates: 40 };
  const chosen = await optimizer.chooseEntries({ ...erring, portfolio, choice }, settings);
  expect(chosen.choice.portfolioWorth).toBeCloseTo(usual.withProjectionError!.mean, 6);
  expect(usual.withProjectionError!.mean).toBeLessThan(real.mean);
  expect(real.mean).not.toBeCloseTo(usual.all.mean, 3);
});
