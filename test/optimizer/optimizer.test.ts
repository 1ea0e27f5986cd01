import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { readOncePerSlate } from "../../src/batch/node/job-thread.ts";
import type { SlateInputs } from "../../src/files/slate-inputs.ts";
import { type OptimizeRequest, optimizerOf } from "../../src/optimizer/optimizer.ts";
import { createOptimizer } from "../../src/platform/node/optimizer.ts";
import { createRunner } from "../../src/platform/node/runner.ts";
import {
  AbortedError,
  ClosedError,
  InfeasibleError,
  InvalidRequestError,
  TimeLimitError,
  UnknownContestError,
} from "../../src/shared/errors.ts";
import type { FantasyLineup, FantasyLineupDocument } from "../../src/shared/schema/lineups.ts";
import type { FantasyPerformanceDocument } from "../../src/shared/schema/performances.ts";
import type { LineupRequestInput } from "../../src/shared/schema/request.ts";
import { smallInputs } from "../support/inputs.ts";
import { runs, share, Tally } from "../support/runs.ts";
import { CONTESTS, FORMS } from "../support/salary-file.ts";

const optimizer = await createOptimizer({ threads: 0 });
const highs = await createOptimizer({ threads: 0, solver: "highs" });
afterAll(() => Promise.all([optimizer.close(), highs.close()]));

/** The inputs with parts of the body replaced. */
function asking(inputs: SlateInputs, changes: Partial<LineupRequestInput>, count?: number): OptimizeRequest {
  return { ...inputs, body: { ...inputs.body, ...changes }, count };
}

function uuidsOf({ attributes }: FantasyLineup): string[] {
  return Object.values(attributes.byPositions).flatMap((seats) => seats.map(({ uuid }) => uuid));
}

function pointsOf({ data }: FantasyLineupDocument): number[] {
  return data.map(({ attributes }) => attributes.points);
}

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => expect.fail("nothing was thrown"),
    (error: unknown) => error,
  );
}

describe("a document", () => {
  it.each(FORMS)(
    "for %s has full, distinct lineups under the cap, best first, as HiGHS has",
    async (contest) => {
      const inputs = smallInputs(contest);
      const document = await optimizer.optimize({ ...inputs, count: 20 });
      const { data, meta } = document;
      const table = optimizer.catalog.contest(inputs.sport, inputs.body.book, inputs.body.contest);
      expect(meta?.totalItems).toBe(data.length);
      expect(data).toHaveLength(20);
      for (const { attributes } of data) {
        expect(Object.keys(attributes.byPositions)).toEqual(table.slots.map(({ name }) => name));
        for (const { name, count } of table.slots) expect(attributes.byPositions[name]).toHaveLength(count);
        const { salaryTotal, salaryRemaining, salaryCap } = attributes;
        expect(salaryCap).toBe(table.salaryCap?.default ?? null);
        expect(salaryRemaining).toBe(salaryCap === null ? null : salaryCap - salaryTotal);
        expect(salaryTotal).toBeLessThanOrEqual(salaryCap ?? 0);
        const seats = Object.values(attributes.byPositions).flat();
        expect(seats.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(attributes.points, 2);
      }
      const points = data.map(({ attributes }) => attributes.points);
      expect(points).toEqual(points.toSorted((a, b) => b - a));
      expect(new Set(data.map(({ id }) => id)).size).toBe(data.length);

      const others = await highs.optimize({ ...inputs, count: 1 });
      expect(pointsOf(others)).toEqual(points.slice(0, 1));
    },
  );

  it("has fewer lineups than requested when no more exist", async () => {
    const inputs = smallInputs("american-football.draftkings.showdown");
    const [least, ...others] = inputs.body.players.toSorted((a, b) => a.salary - b.salary).slice(0, 6);
    const pool = [least!, ...others].map(({ player }) => player);
    const body = { players: inputs.body.players.filter(({ player }) => pool.includes(player)), teams: [] };
    const { data, meta } = await optimizer.optimize(asking(inputs, body, 100));
    expect(meta?.totalItems).toBe(data.length);
    expect(data).toHaveLength(6);
  });

  it("includes the requested players and teams, each once", async () => {
    const inputs = smallInputs("american-football.draftkings.classic");
    const whole = await optimizer.optimize(inputs, { include: ["selections", "defenseSpecialTeams"] });
    const chosen = new Set(whole.data.flatMap(uuidsOf));
    expect(new Set(whole.included?.map(({ attributes }) => attributes?.["uuid"]))).toEqual(chosen);
    expect(whole.included).toHaveLength(chosen.size);
    const teams = await optimizer.optimize(inputs, { include: ["defenseSpecialTeams"] });
    expect(new Set(teams.included?.map(({ type }) => type))).toEqual(new Set(["Team"]));
    expect((await optimizer.optimize(inputs)).included).toBeUndefined();
  });

  it("lists players without projections, and does not use them", async () => {
    const inputs = smallInputs("basketball.fanduel.classic");
    const [dropped] = inputs.body.players;
    const projections = {
      ...inputs.projections,
      data: inputs.projections.data.filter(
        ({ relationships }) => !relationships.player?.data?.id.endsWith(dropped!.player),
      ),
    };
    const { data, meta } = await optimizer.optimize({ ...inputs, projections, count: 50 });
    expect(meta?.withoutProjection).toEqual([dropped!.player]);
    expect(data.flatMap(uuidsOf)).not.toContain(dropped!.player);
  });
});

describe("unavailable players", async () => {
  const inputs = smallInputs("basketball.draftkings.classic");
  const out = uuidsOf((await optimizer.optimize({ ...inputs, count: 1 })).data[0]!).slice(0, 3);
  /** The service's data on three players of the best lineup; all others are said to play. */
  const saying = (...words: readonly object[]): SlateInputs => ({
    ...inputs,
    projections: {
      ...inputs.projections,
      included: inputs.projections.included!.map((resource) => {
        const index = out.findIndex((uuid) => resource.id.endsWith(uuid));
        const said = words[index] ?? { isInjured: false, isSuspended: false, isActive: true };
        return resource.type === "Player"
          ? { ...resource, attributes: { ...resource.attributes, ...said } }
          : resource;
      }),
    },
  });
  const said = saying({ isInjured: true }, { isSuspended: true }, { isActive: false });

  it("are excluded on request, and listed", async () => {
    const { data, meta } = await optimizer.optimize({ ...said, onlyAvailable: true, count: 50 });
    expect(new Set(meta?.unavailable)).toEqual(new Set(out));
    expect(data).toHaveLength(50);
    for (const lineup of data) for (const uuid of out) expect(uuidsOf(lineup)).not.toContain(uuid);
    const rest = inputs.body.players.filter(({ player }) => !out.includes(player));
    const without = await optimizer.optimize({ ...asking(inputs, { players: rest }), count: 50 });
    expect(pointsOf(without)).toEqual(data.map(({ attributes }) => attributes.points));
  });

  it("stay if nothing is requested or known", async () => {
    const all = pointsOf(await optimizer.optimize({ ...inputs, count: 50 }));
    const kept = await optimizer.optimize({ ...said, count: 50 });
    expect(kept.meta).not.toHaveProperty("unavailable");
    expect(pointsOf(kept)).toEqual(all);
    expect(pointsOf(await optimizer.optimize({ ...inputs, onlyAvailable: true, count: 50 }))).toEqual(all);
  });

  it("are excluded by an optimizer's own setting, unless a request overrides it", async () => {
    await using strict = await createOptimizer({ threads: 0, onlyAvailable: true });
    expect((await strict.optimize({ ...said })).meta?.unavailable).toHaveLength(out.length);
    const kept = await strict.optimize({ ...said, onlyAvailable: false });
    expect(kept.meta).not.toHaveProperty("unavailable");
  });

  it("cannot be included, and the error gives the reason", async () => {
    const request = asking(saying({ isInjured: true, isActive: false }), {
      include: { players: [{ player: out[0]! }] },
    });
    const error = await errorOf(optimizer.optimize({ ...request, onlyAvailable: true }));
    expect(error).toMatchObject({
      issues: [{ code: "included-unavailable", source: { pointer: "/include/players/0" } }],
    });
    expect((error as Error).message).toContain("injured, not active");
  });
});

describe("the captain's slot", () => {
  it("scores 1.5 times the points and costs the captain's salary", async () => {
    const inputs = smallInputs("basketball.draftkings.showdown");
    const { data } = await optimizer.optimize({ ...inputs, count: 10 });
    const pool = new Map(inputs.body.players.map((player) => [player.player, player]));
    const points = new Map(
      inputs.projections.data.map(({ attributes, relationships }) => [
        relationships.player!.data!.id.slice(-36),
        attributes.bookAPoints!,
      ]),
    );
    for (const { attributes } of data) {
      const [captain] = attributes.byPositions["CPT"]!;
      const others = attributes.byPositions["UTIL"]!;
      expect(captain!.points).toBeCloseTo(1.5 * points.get(captain!.uuid)!, 3);
      const salary = others.reduce((sum, { uuid }) => sum + pool.get(uuid)!.salary, 0);
      expect(attributes.salaryTotal).toBe(salary + pool.get(captain!.uuid)!.captainSalary!);
    }
  });

  it.each(["CPT", "FLEX"])("is distinguished from the others by a lock on %s", async (position) => {
    const inputs = smallInputs("american-football.draftkings.showdown");
    for (const { player } of inputs.body.players.slice(0, 3)) {
      const include = { players: [{ player, position }], teams: [] };
      const { data } = await optimizer.optimize(asking(inputs, { include }, 10));
      expect(data).toHaveLength(10);
      for (const { attributes } of data)
        expect(attributes.byPositions[position]!.map(({ uuid }) => uuid)).toContain(player);
    }
  });
});

describe("the N best lineups", () => {
  it("contain no set of players twice, however many positions they hold", async () => {
    const inputs = smallInputs("basketball.draftkings.classic");
    const multiple = inputs.body.players.filter(({ position }) => position.includes("/"));
    expect(multiple.length).toBeGreaterThan(5);
    const { data } = await optimizer.optimize({ ...inputs, count: 150 });
    const sets = data.map((lineup) => uuidsOf(lineup).sort().join(" "));
    expect(new Set(sets).size).toBe(150);
  });

  it("have the same totals for any order of the pool", async () => {
    const tally = new Tally();
    const tried = 18;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...CONTESTS), fc.infiniteStream(fc.nat()), async (contest, keys) => {
        const inputs = smallInputs(contest);
        const shuffled = <Item>(items: readonly Item[]) =>
          items
            .map((item) => ({ item, key: keys.next().value as number }))
            .sort((a, b) => a.key - b.key)
            .map(({ item }) => item);
        const { players, teams = [] } = inputs.body;
        const projections = { ...inputs.projections, data: shuffled(inputs.projections.data) };
        const body = { ...inputs.body, players: shuffled(players), teams: shuffled(teams) };
        const expected = await optimizer.optimize({ ...inputs, count: 10 });
        const found = await optimizer.optimize({ ...inputs, body, projections, count: 10 });
        expect(pointsOf(found)).toEqual(pointsOf(expected));
        if (JSON.stringify(body.players) !== JSON.stringify(players)) tally.add(contest);
      }),
      runs(tried),
    );
    expect(CONTESTS.filter((contest) => tally.of(contest) > 0).length).toBeGreaterThanOrEqual(5);
    expect(CONTESTS.reduce((sum, contest) => sum + tally.of(contest), 0)).toBeGreaterThanOrEqual(
      share(tried, 0.9),
    );
  });
});

describe("the number of lineups", () => {
  const inputs = smallInputs("ice-hockey.fanduel.classic");

  it("is 3 by default; the caller's precedes the body's", async () => {
    expect((await optimizer.optimize(inputs)).data).toHaveLength(3);
    expect((await optimizer.optimize(asking(inputs, { count: 5 }))).data).toHaveLength(5);
    expect((await optimizer.optimize(asking(inputs, { count: 5 }, 7))).data).toHaveLength(7);
  });

  it.each([0, -1, 1.5, 10_001, Number.NaN])("is refused when it is %d", async (count) => {
    const error = await errorOf(optimizer.optimize({ ...inputs, count }));
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(error).toMatchObject({ code: "invalid-count", source: { parameter: "count" } });
  });
});

describe("a request that cannot be answered", () => {
  const inputs = smallInputs("american-football.draftkings.classic");

  it("names the fields of a body that violates its schema", async () => {
    const players = [{ player: "x", salary: 1.5, position: "QB" }];
    const error = await errorOf(optimizer.optimize(asking(inputs, { players })));
    const pointers = (error as InvalidRequestError).issues.map(({ source }) => source);
    expect(pointers).toEqual([{ pointer: "/players/0/player" }, { pointer: "/players/0/salary" }]);
  });

  it("names the fields of projections that violate theirs", async () => {
    const projections = { data: [{ id: "1" }] } as unknown as FantasyPerformanceDocument;
    const error = await errorOf(optimizer.optimize({ ...inputs, projections }));
    expect(error).toMatchObject({ name: "InvalidRequestError", source: { parameter: "projections" } });
  });

  it("lists the contests if there are no rules for one", async () => {
    const error = await errorOf(optimizer.optimize({ ...inputs, sport: "curling" }));
    expect(error).toBeInstanceOf(UnknownContestError);
    expect((error as UnknownContestError).known).toHaveLength(optimizer.catalog.contests.length);
  });

  it("gives an error if the rules contradict each other", async () => {
    const error = await errorOf(optimizer.optimize(asking(inputs, { cap: 1000 })));
    expect(error).toBeInstanceOf(InfeasibleError);
    const { conflicts, source } = error as InfeasibleError;
    expect(conflicts.map(({ constraint }) => constraint)).toContain("salary-cap");
    expect(source).toEqual({ pointer: "/cap" });
  });

  it("ends when the caller aborts, before or during the work", async () => {
    const abort = AbortSignal.abort("enough");
    expect(await errorOf(optimizer.optimize(inputs, { signal: abort }))).toBeInstanceOf(AbortedError);
    const controller = new AbortController();
    const work = errorOf(optimizer.optimize({ ...inputs, count: 10_000 }, { signal: controller.signal }));
    controller.abort();
    expect(await work).toBeInstanceOf(AbortedError);
  });

  it("ends at the time limit", async () => {
    const slow = await createOptimizer({ threads: 0, solver: "javascript-lp-solver" });
    const error = await errorOf(slow.optimize({ ...inputs, count: 10_000 }, { timeLimit: 1 }));
    expect(error).toBeInstanceOf(TimeLimitError);
    await slow.close();
  });

  it("is refused by a closed optimizer", async () => {
    const closed = await createOptimizer({ threads: 0 });
    await closed.close();
    await closed.close();
    expect(await errorOf(closed.optimize(inputs))).toBeInstanceOf(ClosedError);
  });
});

it("requests that share a slate read it once, and get the same answers as alone", async () => {
  let reads = 0;
  const readOnce = readOncePerSlate();
  const sharing = optimizerOf(
    optimizer.catalog,
    createRunner(0),
    {},
    {
      readOnce: (request, read) =>
        readOnce(request, (asked) => {
          reads += 1;
          return read(asked);
        }),
    },
  );
  const options = { updatedAt: new Date(0), include: ["selections"] } as const;
  const inputs = smallInputs("american-football.draftkings.showdown");
  const [someone] = inputs.body.players!;
  const excludedSlots = [{ uuid: someone!.player, slot: "FLEX" }];
  const others = { ...inputs, projections: { ...inputs.projections } };
  for (const request of [{ ...inputs, count: 1 }, { ...inputs, count: 5 }, others, inputs])
    expect(await sharing.optimize(request, options)).toEqual(await optimizer.optimize(request, options));
  expect(reads).toBe(3);
  const held = { ...inputs, portfolio: { unique: 2 }, count: 2 };
  expect(await sharing.portfolio(held, options)).toEqual(await optimizer.portfolio(held, options));
  expect(reads).toBe(3);
  const apart = await Promise.allSettled(
    [sharing, optimizer].map((one) => one.optimize({ ...inputs, excludedSlots }, options)),
  );
  expect(apart[0]).toEqual(apart[1]);
  expect(reads).toBe(4);
  await sharing.close();
});
