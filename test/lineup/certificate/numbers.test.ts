import { afterAll, describe, expect, it } from "vitest";
import { judgeOf } from "../../../src/contests/constraints/readers/contest-table.ts";
import type { Lineup, Problem } from "../../../src/contests/problem/problem.ts";
import { POINT_UNITS } from "../../../src/engine/model/model.ts";
import type { Certificate } from "../../../src/lineup/certificate/certificate.ts";
import { readCertificate } from "../../../src/lineup/certificate/certificate.ts";
import { checkCertificate } from "../../../src/lineup/certificate/check.ts";
import { ROUNDING } from "../../../src/lineup/certificate/list-better.ts";
import { createOptimizer } from "../../../src/platform/node/optimizer.ts";
import { InvalidRequestError, InvalidTableError } from "../../../src/shared/errors.ts";
import { pointerOf } from "../../../src/shared/pointer.ts";
import { Tally } from "../../support/runs.ts";
import { tinyClassic, tinyShowdown } from "../../support/tiny-contests.ts";
import { ROWS } from "../../support/tiny-portfolio.ts";
import { tinyProjections, tinyRequest, uuidOf } from "../../support/tiny-problem.ts";

const optimizer = await createOptimizer({ rules: [tinyClassic, tinyShowdown], threads: 0 });
afterAll(() => optimizer.close());

/** Two teams, from two games or one. */
const POOLS = {
  classic: ROWS.filter(({ name, team }) => team === 0 || (team === 2 && !name.endsWith("2"))),
  showdown: ROWS.filter(({ name, team }) => team < 2 && !name.endsWith("2")),
} as const;

/** The content of a tiny contest's certificate after writing and reading it. */
async function certified(contest: "classic" | "showdown", count: number, body = {}): Promise<Certificate> {
  let certificate: Certificate | undefined;
  await optimizer.optimize(
    {
      ...{ sport: "tiny", count },
      body: tinyRequest(contest, POOLS[contest], body),
      projections: { data: tinyProjections(POOLS[contest]) },
    },
    {
      onCertificate: (written) => {
        certificate = written;
      },
    },
  );
  return JSON.parse(JSON.stringify(certificate)) as Certificate;
}

interface Truth {
  /**
   * Exact units of points by choice of the legal lineups; seats with equal multipliers and salaries are one
   * choice.
   */
  readonly legal: ReadonlyMap<string, bigint>;
  readonly best: bigint | null;
}

/** All legal lineups of a problem, by trying every seating. */
function truthOf(problem: Problem): Truth {
  const { contest, entries } = problem;
  const brokenBy = judgeOf(problem);
  const seats = contest.slots.flatMap(({ count }, slot) => new Array<number>(count).fill(slot));
  const legal = new Map<string, bigint>();
  const lineup: { entry: number; slot: number }[] = [];
  const seat = (at: number) => {
    if (at === seats.length) {
      if (brokenBy(lineup).length === 0) legal.set(choiceOf(problem, lineup), unitsOf(problem, lineup));
      return;
    }
    for (const entry of entries.keys()) {
      if (lineup.some((one) => one.entry === entry)) continue;
      if (!entries[entry]!.positions.some((own) => contest.slots[seats[at]!]!.accepts.includes(own)))
        continue;
      lineup.push({ entry, slot: seats[at]! });
      seat(at + 1);
      lineup.pop();
    }
  };
  seat(0);
  const best = [...legal.values()].reduce<bigint | null>(
    (high, one) => (high === null || one > high ? one : high),
    null,
  );
  return { legal, best };
}

function choiceOf({ contest }: Problem, lineup: Lineup): string {
  return lineup
    .map(
      ({ entry, slot }) =>
        `${entry} at ${contest.slots[slot]!.pointsMultiplier} for ${contest.slots[slot]!.salary}`,
    )
    .sort()
    .join();
}

function unitsOf({ contest, entries }: Problem, lineup: Lineup): bigint {
  return lineup.reduce(
    (sum, { entry, slot }) =>
      sum + BigInt(Math.round(entries[entry]!.points * contest.slots[slot]!.pointsMultiplier * POINT_UNITS)),
    0n,
  );
}

/** The fault of a certificate, by the list of all legal lineups; null if all its claims are true. */
function untruthOf(value: Certificate, truths: Map<string, Truth>): string | null {
  const { problem, lineups, count, bound } = readCertificate(value);
  const key = JSON.stringify(value.problem);
  const { legal, best } = truths.get(key) ?? truthOf(problem);
  truths.set(key, { legal, best });
  const choices = lineups.map((lineup) => choiceOf(problem, lineup));
  const totals = lineups.map((lineup) => unitsOf(problem, lineup));
  if (choices.some((choice) => !legal.has(choice))) return "a lineup is not legal";
  if (new Set(choices).size < choices.length) return "a lineup is listed twice";
  if (totals.some((total, at) => at > 0 && total > totals[at - 1]!)) return "the lineups are not best first";
  const last = lineups.length < count ? null : totals.at(-1)!;
  const given = new Set(choices);
  if ([...legal].some(([choice, total]) => !given.has(choice) && (last === null || total > last)))
    return "a better lineup was left out";
  return best !== null && Number(best) > bound + 2 * ROUNDING
    ? "a lineup has more points than the bound"
    : null;
}

const DOUBLES = [0, -1, 1e15, 1e300, Number.MIN_VALUE, Number.MAX_VALUE, -Number.MAX_VALUE];
const PRICES = [
  ...DOUBLES,
  -0,
  1,
  1e9,
  -1e9,
  1e12,
  -1e15,
  2 ** 53,
  1e17,
  2 ** 63,
  1e20,
  1.1e30,
  -1.1e30,
  -1e300,
];

/** The neighbouring doubles of a number. */
function neighbours(value: number): number[] {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  return [bits + 1n, bits - 1n].flatMap((near) => {
    view.setBigUint64(0, BigInt.asUintN(64, near));
    const found = view.getFloat64(0);
    return Number.isFinite(found) ? [found] : [];
  });
}

/** The paths of the numbers within a value. */
function* numbersOf(
  value: unknown,
  path: readonly string[] = [],
): Generator<readonly [readonly string[], number]> {
  if (typeof value === "number") yield [path, value];
  if (typeof value !== "object" || value === null) return;
  for (const [key, own] of Object.entries(value)) yield* numbersOf(own, [...path, key]);
}

function withAt(value: unknown, path: readonly string[], number: number): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return number;
  if (Array.isArray(value)) return value.with(Number(key), withAt(value[Number(key)], rest, number));
  const own = value as Readonly<Record<string, unknown>>;
  return { ...own, [key]: withAt(own[key], rest, number) };
}

/** Whether a certificate is accepted; a malformed one, or one with an inconsistent table, is not. */
async function isAccepted(value: unknown): Promise<boolean> {
  try {
    return (await checkCertificate(value)).holds;
  } catch (error) {
    if (error instanceof InvalidRequestError || error instanceof InvalidTableError) return false;
    throw error;
  }
}

const CERTIFICATES = [
  ["a cap that binds", await certified("classic", 3, { cap: 14_000 })],
  [
    "a lock",
    await certified("classic", 2, { include: { players: [{ player: uuidOf("Player DQ1") }], teams: [] } }),
  ],
  ["all there are", await certified("classic", 1_000, { cap: 13_500 })],
  ["a captain", await certified("showdown", 4)],
] as const;

describe.each(CERTIFICATES)("a certificate with %s", (_, certificate) => {
  it("is accepted only if every lineup supports it, for any change of one of its numbers", async () => {
    const truths = new Map<string, Truth>();
    const tally = new Tally();
    expect(await isAccepted(certificate)).toBe(true);
    expect(untruthOf(certificate, truths)).toBeNull();
    for (const [path, own] of numbersOf(certificate)) {
      // Properties of two lineups carry over to the others.
      if (path[0] === "lineups" && Number(path[1]) > 1) continue;
      for (const number of [...DOUBLES, own + 1, own - 1, ...neighbours(own)]) {
        const changed = withAt(certificate, path, number) as Certificate;
        tally.add("tried");
        if (!(await isAccepted(changed))) continue;
        expect(untruthOf(changed, truths), `${pointerOf(path)}: ${number}`).toBeNull();
        tally.add("accepted");
      }
    }
    expect(tally.of("tried"), `${tally}`).toBeGreaterThan(500);
    expect(tally.of("accepted"), `${tally}`).toBeGreaterThan(50);
  });

  it("is accepted exactly at prices that keep sums exact, changed one by one or all together", async () => {
    const { slots } = certificate.prices;
    const tally = new Tally();
    for (const price of PRICES) {
      const changes = [
        { ...certificate.prices, salary: price },
        ...slots.map((_own, slot) => ({ ...certificate.prices, slots: slots.with(slot, price) })),
        { ...certificate.prices, slots: slots.map(() => price) },
        { salary: price, slots: slots.map(() => price) },
      ];
      for (const prices of changes) {
        // No lineup has as many points, so the prices only need to prove that none was left out.
        const honest = { ...certificate, prices, bound: Number.MAX_VALUE };
        const isPrice = prices.salary >= 0;
        const isKnown = Math.abs(price) <= 1e12 ? isPrice : Math.abs(price) >= 1e20 ? false : undefined;
        const isHeld = await isAccepted(honest);
        expect(isHeld, JSON.stringify(prices)).toBe(isKnown ?? isHeld);
        const { lineups, count } = certificate;
        const gappy = { ...honest, lineups: lineups.slice(1), count: Math.min(count, lineups.length) - 1 };
        expect(await isAccepted(gappy), JSON.stringify(prices)).toBe(false);
        tally.add(isHeld ? "held" : "refused");
      }
    }
    expect(tally.of("held"), `${tally}`).toBeGreaterThan(30);
    expect(tally.of("refused"), `${tally}`).toBeGreaterThan(30);
  });
});
