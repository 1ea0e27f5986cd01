import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { type Certificate, certificateSchema } from "../../../src/lineup/certificate/certificate.ts";
import { checkCertificate } from "../../../src/lineup/certificate/check.ts";
import { createOptimizer } from "../../../src/platform/node/optimizer.ts";
import { InvalidRequestError } from "../../../src/shared/errors.ts";
import { smallRequest } from "../../../src/testing/requests/small-request.ts";
import { smallInputs } from "../../support/inputs.ts";
import { runs, share, Tally } from "../../support/runs.ts";
import { FORMS } from "../../support/salary-file.ts";

const optimizer = await createOptimizer({ threads: 0 });
afterAll(() => optimizer.close());

async function certified(request: Parameters<typeof optimizer.optimize>[0], count: number) {
  let certificate: Certificate | undefined;
  await optimizer.optimize(
    { ...request, count },
    {
      onCertificate: (written) => {
        certificate = written;
      },
    },
  );
  // The value after writing and reading it.
  return JSON.parse(JSON.stringify(certificate)) as Certificate;
}

describe.each(FORMS)("a certificate of %s", (contest) => {
  test("is valid, and invalid with a lineup left out", async () => {
    const certificate = await certified(smallInputs(contest), 12);
    expect(certificateSchema.parse(certificate)).toEqual(certificate);
    expect(await checkCertificate(certificate)).toMatchObject({ holds: true, faults: [], lineups: 12 });
    const { lineups } = certificate;
    const gappy = { ...certificate, count: 11, lineups: lineups.toSpliced(3, 1) };
    const { holds, faults } = await checkCertificate(gappy);
    expect(holds).toBe(false);
    expect(faults[0]).toMatch(/^A better lineup was left out: /);
  });
});

describe("a tampered certificate", async () => {
  const certificate = await certified(smallInputs("american-football.bookA.classic"), 6);
  const { problem, lineups, prices } = certificate;
  const entries = (change: (entry: (typeof problem.entries)[0], index: number) => object) => ({
    ...problem,
    entries: problem.entries.map((entry, index) => ({ ...entry, ...change(entry, index) })),
  });
  const idle = problem.entries.findIndex((_, index) => !lineups.flat().some(([entry]) => entry === index));
  const used = lineups[0]![0]![0];

  test.each([
    [
      "a player with more points than counted",
      { problem: entries((_, at) => (at === idle ? { points: 400 } : {})) },
      /was left out/,
    ],
    [
      "a player with more points than any projection may have",
      { problem: entries((_, at) => (at === used ? { points: 1e300 } : {})) },
      /has 1e\+300 points, which is beyond 1000\.$/,
    ],
    [
      "a price at which points vanish",
      { prices: { ...prices, slots: prices.slots.map(() => 1.1e30) } },
      /^\/prices\/slots\/\d is 1\.1e\+30, too large for exact sums of points\./,
    ],
    [
      "a cap that its lineups break",
      { problem: { ...problem, cap: 1_000, request: { ...problem.request, cap: 1_000 } } },
      /Lineup 1: /,
    ],
    [
      "lineups in another order",
      { lineups: [lineups[5]!, ...lineups.slice(0, 5)] },
      /more points than the one before/,
    ],
    ["a repeated lineup", { lineups: [lineups[0]!, lineups[0]!, ...lineups.slice(1, 5)] }, /repeats another/],
    ["a seat left empty", { lineups: [lineups[0]!.slice(1), ...lineups.slice(1)] }, /does not fill/],
    [
      "a player excluded",
      {
        problem: {
          ...problem,
          excluded: [used!],
          request: { ...problem.request, exclude: { players: [problem.entries[used!]!.uuid], teams: [] } },
        },
      },
      /Lineup 1: /,
    ],
    [
      "a player excluded without a word in the request",
      { problem: { ...problem, excluded: [idle] } },
      /^The problem excludes .*; its request does not\.$/,
    ],
    [
      "a pool without one player",
      { problem: { ...problem, entries: problem.entries.slice(0, -1) } },
      /^\S.* of the request's pool is missing/,
    ],
    [
      "a player at another salary",
      { problem: entries((entry, at) => (at === idle ? { salary: entry.salary + 100 } : {})) },
      /^.* costs \d+, but \d+ in the request\.$/,
    ],
    [
      "a player at another salary as captain",
      { problem: entries((_entry, at) => (at === idle ? { captainSalary: 100 } : {})) },
      /^.* costs (\d+) \(100 as captain\), but \1 in the request\.$/,
    ],
    [
      "a lock of no player",
      { problem: { ...problem, locks: [{ entry: 9_999, slot: null, pointer: "" }] } },
      /^The problem mentions player 9999, but has only \d+ players\.$/,
    ],
    ["a cap that the request does not have", { problem: { ...problem, cap: 70_000 } }, /has a cap of 70000/],
    ["too few prices", { prices: { ...prices, slots: prices.slots.slice(1) } }, /has prices for 5 slots/],
    ["fewer lineups than there are", { count: 7 }, /was left out/],
    ["a bound that its prices do not prove", { bound: certificate.bound - 1e8 }, /prices prove/],
    ["prices that do not prove its bound", { prices: { ...prices, salary: 0 } }, /prices prove/],
  ] as const)("is invalid: %s", async (_name, change, fault) => {
    const { holds, faults } = await checkCertificate({ ...certificate, ...change });
    expect(holds).toBe(false);
    expect(faults.join("\n")).toMatch(fault);
  });

  test("for a request is refused if a player plays another position, or has no slot", async () => {
    const { seats: _seats, ...inputs } = smallInputs("american-football.bookA.classic");
    const own = await certified({ ...inputs, origin: "request" }, 2);
    const { entries: all } = own.problem;
    const star = all.findIndex(({ positions }) => positions.includes("WR"));
    const checked = (change: Partial<typeof own.problem>) =>
      checkCertificate({ ...own, problem: { ...own.problem, ...change } });
    expect(await checked({})).toMatchObject({ holds: true });
    const changes: (readonly [Partial<(typeof all)[number]>, string])[] = [
      [{ positions: [] }, "nothing"],
      [{ plays: ["QB"] }, "QB"],
    ];
    for (const [change, plays] of changes)
      expect((await checked({ entries: all.with(star, { ...all[star]!, ...change }) })).faults).toEqual([
        expect.stringMatching(new RegExp(` plays ${plays}, but WR in the request\\.$`)),
      ]);
    const last = all.at(-1)!;
    expect((await checked({ entries: all.slice(0, -1), withoutSlot: [last.uuid] })).faults).toEqual([
      expect.stringMatching(/ is left out because it has no slot, but it has one\.$/),
    ]);
    const [first] = own.problem.request.players;
    const twice = { ...own.problem.request, players: [...own.problem.request.players, first!] };
    await expect(checked({ request: twice })).rejects.toThrow(InvalidRequestError);
  });

  test("names players, and a rules table that does not match", async () => {
    const { names } = certificate;
    const nobody = { ...certificate, count: 5, lineups: lineups.toSpliced(2, 1) };
    const [missing] = (await checkCertificate(nobody)).faults;
    for (const [entry] of lineups[2]!) expect(missing).toContain(names?.[problem.entries[entry!]!.uuid]);
    const contest = { ...problem.contest, minimumGames: null };
    const loose = { ...certificate, problem: { ...problem, contest } };
    expect((await checkCertificate(loose)).holds).toBe(true);
    expect((await checkCertificate(loose, { catalog: optimizer.catalog })).faults).toEqual([
      expect.stringMatching(/^\/problem\/contest\/minimumGames is null, but .* in the table of this name/),
    ]);
    expect((await checkCertificate(certificate, { catalog: optimizer.catalog })).holds).toBe(true);
  });

  test("reports which of its claims nothing else proves", async () => {
    const { entries: all, withoutSlot } = problem;
    const own = (count: number) => `the points, teams and games of ${count} players`;
    expect((await checkCertificate(certificate)).unchecked).toEqual([
      "the contest's rules",
      own(all.length),
      "their positions",
      ...(withoutSlot.length > 0 ? [`that ${withoutSlot.length} of the pool fit no slot`] : []),
    ]);
    const contest = { contest: "invented" };
    const named = {
      ...problem,
      contest: { ...problem.contest, ...contest },
      request: { ...problem.request, ...contest },
    };
    const unknown = { ...certificate, problem: named };
    const invented = await checkCertificate(unknown, { catalog: optimizer.catalog });
    expect(invented.faults).toEqual([]);
    expect(invented.unchecked).toContain("the contest's rules (no known table has its name)");
    const [first, second, third] = all.filter((_, at) => !lineups.flat().some(([entry]) => entry === at));
    const gone = new Set([first, second]);
    const left = {
      ...problem,
      entries: all.filter((one) => !gone.has(one)),
      withoutProjection: [...problem.withoutProjection, first!.uuid],
      unavailable: [...problem.unavailable, second!.uuid],
    };
    const places = left.entries.map((entry) => all.indexOf(entry));
    const seats = lineups.map((lineup) => lineup.map(([entry, slot]) => [places.indexOf(entry!), slot!]));
    const ban = { entry: left.entries.indexOf(third!), slot: 0, pointer: "/excludedSlots/0" };
    const changed = { ...certificate, lineups: seats, problem: { ...left, slotBans: [ban] } };
    const { holds, unchecked } = await checkCertificate(changed, { catalog: optimizer.catalog });
    expect(holds).toBe(true);
    expect(unchecked).toEqual([
      own(all.length - 2),
      "their positions",
      `that ${left.withoutProjection.length} of the pool have no projection`,
      "that 1 of the pool cannot play",
      ...(withoutSlot.length > 0 ? [`that ${withoutSlot.length} of the pool fit no slot`] : []),
      "that the request excludes players from slots (1)",
    ]);
  });

  test("is valid at any prices, with more lineups to enumerate", async () => {
    const best = await checkCertificate(certificate);
    const free = await checkCertificate({
      ...certificate,
      prices: { salary: 0, slots: prices.slots.map(() => 0) },
      bound: Number.MAX_SAFE_INTEGER,
    });
    expect(free.holds).toBe(true);
    expect(free.partial).toBeGreaterThan(best.partial);
  });

  test("with malformed fields is refused", async () => {
    await expect(checkCertificate({ ...certificate, prices: { salary: -1, slots: [] } })).rejects.toThrow(
      InvalidRequestError,
    );
    await expect(checkCertificate([])).rejects.toThrow(InvalidRequestError);
  });
});

test("certificates of random requests are valid: locks, exclusions, minimums, stacks, and lists of all lineups", async () => {
  const tally = new Tally();
  const { catalog } = optimizer;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...catalog.contests).chain((contest) => smallRequest(contest)),
      fc.constantFrom(1, 5, 40),
      async (request, count) => {
        const projections = { data: request.projections };
        const certificate = await certified({ ...request, projections }, count).catch(() => null);
        if (certificate === null) return;
        const verdict = await checkCertificate(certificate);
        expect(verdict).toMatchObject({ holds: true, faults: [] });
        tally.add("held");
        if (certificate.problem.locks.length > 0) tally.add("locks");
        if (verdict.lineups < count) tally.add("all there are");
      },
    ),
    runs(60),
  );
  expect(tally.of("held"), `${tally}`).toBeGreaterThan(share(60, 0.4));
  expect(tally.of("locks"), `${tally}`).toBeGreaterThan(share(60, 0.1));
  expect(tally.of("all there are"), `${tally}`).toBeGreaterThan(0);
});
