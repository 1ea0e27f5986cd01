import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import type { Lineup } from "../../src/contests/problem/problem.ts";
import { createSearch } from "../../src/engine/search/search.ts";
import { drawer } from "../../src/engine/solver/portfolio/sequential/sequential.ts";
import { priceLineup } from "../../src/lineup/document/priced-lineup.ts";
import { seatSolutions } from "../../src/lineup/document/seat-solutions.ts";
import { portfolioConflict } from "../../src/lineup/explain/portfolio-conflict.ts";
import { createRunner } from "../../src/platform/node/runner.ts";
import { checkPortfolio } from "../../src/portfolio/check/check-portfolio.ts";
import type { PlannedPortfolio } from "../../src/portfolio/plan.ts";
import { whatContradicts } from "../../src/portfolio/why-none.ts";
import { InvalidRequestError } from "../../src/shared/errors.ts";
import type { Portfolio } from "../../src/shared/schema/portfolio.ts";
import { allSolutions } from "../../src/testing/exhaustive.ts";
import { PROCESS_TIMEOUT } from "../support/command.ts";
import { POOLS, ruleKinds, selections } from "../support/portfolio-arbitraries.ts";
import { runs } from "../support/runs.ts";
import { tinyPortfolio } from "../support/tiny-portfolio.ts";
import { uuidOf } from "../support/tiny-problem.ts";

const search = createSearch(createRunner(0));
afterAll(() => search.close());

/** Two teams of three for a captain and two more: all portfolios of two lineups can be tried. */
const ROWS = POOLS.showdown.filter(({ name }) => name.endsWith("1"));
const COUNT = 2;
/**
 * Each pair of kinds is drawn until this many were tested and one of them was feasible, up to a maximum of
 * draws.
 */
const { numRuns: TESTED } = runs(1);
/** Each kind is tried with itself and a third of the others; longer runs try all pairs. */
const EVERY = TESTED > 1 ? 1 : 3;
const MOST_DRAWN = 96;
/** Pairs of lineups to try before a draw is skipped. */
const MOST_TRIED = 1_000;

const { count, sum, product, some, every, counts } = ruleKinds("showdown");
const who = fc.constantFrom(...ROWS.map(({ name }) => name));
const whom = selections("showdown");
const rulesOf = (rule: fc.Arbitrary<object>) => rule.map((one) => ({ rules: [one] }) as Portfolio);
const exposed = (exposure: fc.Arbitrary<object>) => exposure.map((one) => ({ exposure: [one] }) as Portfolio);
const avoided = fc
  .uniqueArray(who, { minLength: 3, maxLength: 3 })
  .map((names) => [names.map((name, at) => ({ uuid: uuidOf(name), slot: at === 0 ? "CPT" : "FLEX" }))]);

/** A kind of rule: generates a description with one such rule. */
const KINDS: Readonly<Record<string, fc.Arbitrary<Portfolio>>> = {
  unique: fc.integer({ min: 1, max: 2 }).map((unique) => ({ unique })),
  avoid: avoided.map((lineups) => ({ avoid: [JSON.stringify(lineups)] })),
  salary: fc.constantFrom("14000..", "..12500", "11000..15000").map((salary) => ({ salary })),
  lock: fc
    .oneof(
      who,
      who.map((name) => `${name}@CPT`),
    )
    .map((name) => ({ lock: [name] })),
  exclude: whom.map((selection) => ({ exclude: [selection] }) as Portfolio),
  "most of each": exposed(
    fc.constantFrom("player", "team", "position").map((each) => ({ each, most: "50%" })),
  ),
  least: exposed(whom.map((of) => ({ of, least: 1 }))),
  times: exposed(whom.map((of) => ({ of, times: 2, share: "50%..50%" }))),
  boost: fc
    .record({ of: whom, by: fc.constantFrom("+20%", -3.5) })
    .map((one) => ({ points: { boost: [one] } })),
  "drawn points": fc.nat(2 ** 32 - 1).map((seed) => ({
    method: "sequential" as const,
    points: { random: { seed, spread: "30%" } },
  })),
  count: rulesOf(count),
  sum: rulesOf(sum),
  "sum under when": rulesOf(fc.tuple(sum, whom).map(([one, of]) => ({ ...one, when: { of, least: 1 } }))),
  product: rulesOf(product),
  some: rulesOf(some),
  every: rulesOf(every),
  "column's groups": rulesOf(
    fc
      .tuple(
        fc.constantFrom("some", "every"),
        fc.constantFrom<object>(
          { column: "Line" },
          { column: "Order", within: 3 },
          { column: "Order", within: 2, cyclic: 7 },
        ),
        count,
      )
      .map(([word, group, { when, count: counted }]) => ({ [word]: group, when, count: counted })),
  ),
  counts: rulesOf(
    fc.oneof(
      counts,
      count.map(({ when }) => ({
        when,
        some: "team",
        counts: [[{ least: 1 }], [{ of: { slot: "FLEX" }, least: 1 }]],
      })),
    ),
  ),
  share: rulesOf(
    fc
      .tuple(
        fc.oneof(count, some, every),
        fc.constantFrom({ share: "50%.." }, { most: 1 }, { share: "1..1" }),
      )
      .map(([rule, share]) => ({ ...rule, ...share })),
  ),
};

/** Minimums cannot be combined with points drawn lineup by lineup. */
const APART = new Set(["least and drawn points", "times and drawn points"]);

/** Merges two descriptions: lists and maps are joined; for single values the second one's is used. */
function both(one: Portfolio, other: Portfolio): Portfolio {
  const joined: Record<string, unknown> = { ...one };
  for (const [field, value] of Object.entries(other)) {
    const own = joined[field];
    if (Array.isArray(own) && Array.isArray(value)) joined[field] = [...own, ...value];
    else if (isMap(own) && isMap(value)) joined[field] = { ...own, ...value };
    else joined[field] = value;
  }
  return joined as Portfolio;
}

function isMap(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const everyLineup = (() => {
  const { plan } = tinyPortfolio({}, { contest: "showdown", rows: ROWS, count: COUNT });
  return seatSolutions(plan.model, allSolutions(plan.model));
})();

function planFor(description: Portfolio): PlannedPortfolio {
  const avoided = new Map((description.avoid ?? []).map((text) => [text, JSON.parse(text)]));
  return tinyPortfolio(description, { contest: "showdown", rows: ROWS, count: COUNT, avoided });
}

interface Tried {
  /** The points of the best portfolio; null if none satisfies the description. */
  readonly best: number | null;
  /** The points of the sequentially built portfolio. */
  readonly greedy: number | null;
}

/**
 * Tries all lineups, and all pairs of them, with only the checks of finished portfolios; null if it takes
 * too long.
 */
function tryAll(description: Portfolio, { problem, people, avoided }: PlannedPortfolio): Tried | null {
  const keeps = (lineups: readonly Lineup[], isShort: boolean) =>
    checkPortfolio(lineups, { description, problem, people, count: COUNT, avoided, isShort }).length === 0;
  const single = everyLineup
    .filter((lineup) => keeps([lineup], true))
    .map((lineup) => ({ lineup, ...priceLineup(problem, lineup), order: orderOf(lineup) }))
    .sort((a, b) => b.points - a.points || a.salary - b.salary || (a.order < b.order ? -1 : 1));
  const pairs = single.flatMap((one, at) =>
    single
      .slice(at + 1)
      .map((other) => ({ sum: one.points + other.points, lineups: [one.lineup, other.lineup] })),
  );
  pairs.sort((a, b) => b.sum - a.sum);
  const [first, ...others] = single;
  const second = first && others.find(({ lineup }) => keeps([first.lineup, lineup], true));
  const best = pairs.slice(0, MOST_TRIED).find(({ lineups }) => keeps(lineups, false));
  if (best === undefined && pairs.length > MOST_TRIED) return null;
  return {
    best: best?.sum ?? null,
    greedy: first && second ? first.points + second.points : null,
  };
}

/**
 * The best points with only the places of a description that an explanation names; null if that takes too
 * long to try.
 */
async function namedAlone(description: Portfolio, planned: PlannedPortfolio): Promise<Tried | null> {
  const { outcome } = await search.portfolio(planned.plan, { method: "joint", gap: 0 }, "auto", {});
  const witness = outcome.kind === "short" && outcome.proved ? outcome.witness : null;
  const conflict = await portfolioConflict(planned.plan, witness, { search, control: {} });
  const { conflicts } = whatContradicts(planned, conflict);
  const fields: Record<string, unknown> =
    description.points === undefined ? {} : { points: description.points };
  for (const pointer of new Set(conflicts.map((one) => one.pointer))) {
    const [, request, field = "", at] = pointer?.split("/") ?? [];
    if (request !== "portfolio") continue;
    const value = description[field as keyof Portfolio];
    if (Array.isArray(value) && at !== undefined)
      fields[field] = [...((fields[field] as unknown[] | undefined) ?? []), value[Number(at)]];
    else fields[field] = value;
  }
  const alone = fields as Portfolio;
  return tryAll(alone, planFor(alone));
}

/**
 * The plain points of lineups that are each the best of their own draw, different from those before; null if
 * one does not exist.
 */
async function bestOfDraws(
  description: Portfolio,
  { plan, problem, people, avoided }: PlannedPortfolio,
): Promise<number | null> {
  const draw = await drawer(plan);
  const { entry, slots } = plan.model.picks;
  const chosen: Lineup[] = [];
  while (chosen.length < COUNT) {
    const { points } = draw!().picks;
    const drawnPoints = (lineup: Lineup) =>
      lineup.reduce((sum, seat) => {
        const pick = entry.findIndex(
          (one, at) => one === seat.entry && ((slots[at]! >> seat.slot) & 1) === 1,
        );
        return sum + points[pick]!;
      }, 0);
    const [next] = everyLineup
      .map((lineup) => ({ lineup, drawn: drawnPoints(lineup) }))
      .sort((a, b) => b.drawn - a.drawn)
      .filter(({ lineup }) => {
        const judged = { description, problem, people, count: COUNT, avoided, isShort: true };
        return checkPortfolio([...chosen, lineup], judged).length === 0;
      });
    if (next === undefined) return null;
    chosen.push(next.lineup);
  }
  return chosen.reduce((sum, lineup) => sum + priceLineup(problem, lineup).points, 0);
}

function orderOf(lineup: Lineup): string {
  return lineup
    .map(({ entry }) => String(entry).padStart(3))
    .sort()
    .join();
}

/**
 * The solvers' result for a plan, checked against the description: its points and the bound; null if
 * infeasible.
 */
async function solved(
  description: Portfolio,
  { plan, problem, people, avoided }: PlannedPortfolio,
  method: "joint" | "sequential",
) {
  const { outcome } = await search.portfolio(plan, { method, gap: 0 }, "auto", {});
  if (outcome.kind === "short") {
    expect(outcome.proved || outcome.stoppedBy !== null, JSON.stringify(description)).toBe(true);
    return null;
  }
  const { lineups, bound } = outcome.solution;
  const seats = seatSolutions(plan.model, lineups);
  expect(checkPortfolio(seats, { description, problem, people, count: COUNT, avoided })).toEqual([]);
  return { sum: seats.reduce((so, one) => so + priceLineup(problem, one).points, 0), bound };
}

/** Draws two kinds, a few at a time: most pairs need no more. */
function* drawn(one: fc.Arbitrary<Portfolio>, other: fc.Arbitrary<Portfolio>, seed: number) {
  for (let from = 0; from < MOST_DRAWN; from += 8)
    yield* fc.sample(fc.tuple(one, other), { numRuns: 8, seed: seed * MOST_DRAWN + from });
}

it(
  "two kinds of rules together give the same as exhaustive search over portfolios",
  async () => {
    const names = Object.keys(KINDS);
    const poor: string[] = [];
    const seen = { tested: 0, none: 0, sequential: 0, proved: 0, drawn: 0, explained: 0 };
    for (const [at, one] of names.entries())
      for (const other of names.slice(at)) {
        if (one !== other && ((at + names.indexOf(other)) >> 1) % EVERY !== 0) continue;
        let [tested, found] = [0, 0];
        for (const [first, second] of drawn(
          KINDS[one]!,
          KINDS[other]!,
          77 + 100 * at + names.indexOf(other),
        )) {
          if (tested >= TESTED && found > 0) break;
          const description = both(first, second);
          let planned: PlannedPortfolio;
          try {
            planned = planFor(description);
          } catch (error) {
            if (!(error instanceof InvalidRequestError)) throw error;
            continue;
          }
          const reported = JSON.stringify({ one, other, description });
          if (planned.plan.random !== null) {
            const best = await bestOfDraws(description, planned);
            if (best === null && tested > found) continue;
            expect((await solved(description, planned, "sequential"))?.sum ?? null, reported).toBe(best);
            found += Number(best !== null);
            tested += 1;
            seen.drawn += 1;
            continue;
          }
          const tried = tryAll(description, planned);
          if (tried === null) continue;
          const { best, greedy } = tried;
          // Infeasible draws are tested once per pair.
          if (best === null && tested > found) continue;
          const joint = await solved(description, planned, "joint");
          if (best === null) {
            expect(joint, reported).toBeNull();
            const named = await namedAlone(description, planned);
            expect(named?.best ?? null, reported).toBeNull();
            seen.explained += Number(named !== null);
          } else {
            expect(joint, reported).not.toBeNull();
            expect(joint!.sum, reported).toBeLessThanOrEqual(best);
            expect(joint!.bound!, reported).toBeGreaterThanOrEqual(best);
            seen.proved += Number(joint!.bound === joint!.sum);
            found += 1;
          }
          if (planned.plan.shares.every(({ least }) => least === 0)) {
            const sequential = await solved(description, planned, "sequential");
            if (greedy === null) expect(sequential, reported).toBeNull();
            else expect(sequential?.sum, reported).toBe(greedy);
            seen.sequential += 1;
          }
          tested += 1;
          seen.none += Number(best === null);
        }
        seen.tested += tested;
        if (APART.has(`${one} and ${other}`)) expect(tested).toBe(0);
        else if (tested < TESTED || found === 0)
          poor.push(`${one} and ${other}: ${tested} tested, ${found} found`);
      }
    expect(poor).toEqual([]);
    expect(seen.none).toBeLessThan(seen.tested / 2);
    expect(seen.explained).toBeGreaterThan(seen.none / 2);
    expect(seen.drawn).toBeGreaterThan(names.length / (2 * EVERY));
    expect(seen.sequential).toBeGreaterThan(seen.tested / 3);
    expect(seen.proved).toBeGreaterThan((seen.tested - seen.none - seen.drawn) * 0.9);
  },
  4 * PROCESS_TIMEOUT,
);
