import { afterAll, describe, expect, test } from "vitest";
import { buildModel } from "../../src/contests/constraints/readers/build-model.ts";
import { readProblem } from "../../src/contests/constraints/readers/read-problem.ts";
import { BLOCK, Drawing } from "../../src/engine/solver/draws/drawing.ts";
import { createOptimizer } from "../../src/platform/node/optimizer.ts";
import { parseLineupRequest } from "../../src/shared/schema/request.ts";
import { drawSourceOf } from "../../src/simulation/draw-source.ts";
import { createOptimizer as createBuiltOptimizer } from "../support/built.ts";
import { smallInputs } from "../support/inputs.ts";
import { tinyClassic } from "../support/tiny-contests.ts";
import { type PoolRow, tinyProjections, tinyRequest, uuidOf } from "../support/tiny-problem.ts";

const optimizer = await createOptimizer({ threads: 0 });
const threaded = await createBuiltOptimizer({ threads: 1, rules: [{ ...tinyClassic, sport: "basketball" }] });
afterAll(async () => {
  await optimizer.close();
  await threaded.close();
});

type Inputs = ReturnType<typeof smallInputs>;

/** Our own draws of a slate, as a file of another program would have them. */
async function ownDraws(inputs: Inputs, draws: number, seed = 1) {
  const { catalog } = optimizer;
  const body = parseLineupRequest(inputs.body);
  const { seats, origin } = inputs;
  const problem = readProblem(catalog.contestOf(inputs.sport, body), body, inputs.projections.data, {
    seats,
    origin,
  });
  const model = buildModel(problem);
  const table = await catalog.outcomesTable(inputs.sport);
  const drawing = new Drawing(drawSourceOf(problem, model, { table, seed, known: [] }), model.picks.entry);
  const points = problem.entries.map((): number[] => []);
  for (let draw = 0; draw < draws; draw += 1) {
    if (draw % BLOCK === 0) drawing.begin(draw / BLOCK);
    drawing.next();
    for (const [entry, row] of points.entries()) row.push(drawing.hundredths[entry]! / 100);
  }
  return { uuids: problem.entries.map(({ uuid }) => uuid), points };
}

const seatsOf = (document: Awaited<ReturnType<typeof optimizer.optimize>>) =>
  document.data.map(({ attributes }) =>
    Object.entries(attributes.byPositions).flatMap(([slot, seats]) =>
      seats.map(({ uuid }) => ({ uuid, slot })),
    ),
  );

test.each(["basketball.draftkings.showdown", "american-football.draftkings.classic"])(
  "outcomes written from our own draws give the same bytes: %s",
  async (contest) => {
    const inputs = smallInputs(contest);
    const draws = BLOCK + 44;
    const simulated = await ownDraws(inputs, draws);
    const both = async <Answer>(ask: (given: object) => Promise<Answer>) => {
      const [own, given] = [await ask({}), await ask({ simulated })];
      expect(JSON.stringify(given)).toBe(JSON.stringify(own));
      return own;
    };
    const simulation = await both((given) => optimizer.simulate({ ...inputs, ...given }, { draws, top: 2 }));
    expect(simulation.lineups.length).toBeGreaterThan(20);
    const updatedAt = new Date(0);
    const portfolio = { lineups: 4, unique: 2 };
    const taken = await both((given) =>
      optimizer.portfolioFromDraws({ ...inputs, ...given, portfolio }, { draws, updatedAt }),
    );
    expect(taken.data).toHaveLength(4);
    const lineups = seatsOf(await optimizer.optimize({ ...inputs, count: 30 }));
    const payouts = {
      fee: 5,
      payouts: [
        { places: 1, amount: 40 },
        { places: "2..6", amount: 9 },
      ],
    };
    const table = await optimizer.catalog.outcomesTable(inputs.sport);
    const [source = ""] = Object.keys(table.sources);
    const outcomes = { ...table, projections: { slope: 1, source } };
    const played = await both((given) =>
      optimizer.contest(
        {
          ...inputs,
          outcomes,
          ...given,
          payouts,
          entries: lineups.slice(0, 3),
          field: { lineups: lineups.slice(3) },
        },
        { draws },
      ),
    );
    expect(played.all.win).toBeGreaterThan(0);
  },
);

describe("a slate whose best lineup depends on two defenses", () => {
  const rows: PoolRow[] = [
    { name: "q", position: "QB", team: 0, points: 20 },
    { name: "a", position: "WR", team: 0, points: 10 },
    { name: "r", position: "RB", team: 2, points: 9 },
    { name: "d", position: "DST", team: 1, points: 5 },
    { name: "e", position: "DST", team: 3, points: 4 },
  ];
  const body = tinyRequest("classic", rows);
  const request = { sport: "basketball", body, projections: { data: tinyProjections(rows) } };
  const [d, e] = body.teams!.map(({ team }) => team) as [string, string];
  const uuids = [...["q", "a", "r"].map(uuidOf), d, e];
  const fixed = (points: number) => [points, points, points, points, points, points];
  // Four draws are won by e, by 1, 1, 5 and 0.01; two by d.
  const ofD = [5, 5, 0, 4, 9, 30];
  const ofE = [6, 6, 5, 4.01, 1, -2];
  const simulated = { uuids, points: [fixed(20), fixed(10), fixed(9), ofD, Float64Array.from(ofE)] };

  test("has the shares, the mean and the order that one computes by hand, in threads too", async () => {
    const { draws, players, lineups } = await threaded.simulate({ ...request, simulated });
    expect(draws).toBe(6);
    expect(lineups.map(({ share }) => share)).toEqual([4 / 6, 2 / 6]);
    expect(players.find(({ uuid }) => uuid === e)!.share).toBe(4 / 6);
    const three = await threaded.simulate({ ...request, simulated }, { draws: 3 });
    expect(three.lineups.map(({ share }) => share)).toEqual([1]);
    const [best, second] = seatsOf(await threaded.optimize({ ...request, count: 2 }));
    const contest = await threaded.contest({
      ...{ ...request, simulated, entries: [best!], field: { lineups: [second!] } },
      payouts: { fee: 10, payouts: [{ places: 1, amount: 18 }] },
    });
    expect(contest.entries[0]).toMatchObject({ win: 2 / 6, mean: 6 });
    expect(contest.all.mean).toBeCloseTo(6, 9);
  });

  test("draws each randomized lineup from an outcome of its own, and shifts outcomes with changed points", async () => {
    const portfolio = { lineups: 2, method: "sequential" as const, points: { random: { seed: 4 } } };
    const { data } = await threaded.portfolio({ ...request, simulated, portfolio });
    // Whichever outcomes the seed takes, the first lineup has the points of one of them.
    const sums = ofD.map((points, draw) => 39 + Math.max(points, ofE[draw]!));
    const sorted = sums.map((sum) => Math.round(sum * 100) / 100);
    expect(sorted).toContain(data[0]!.attributes.pointsDrawn);
    const boosted = { ...portfolio, points: { ...portfolio.points, boost: { [d]: 50 } } };
    const shifted = await threaded.portfolio({ ...request, simulated, portfolio: boosted });
    const withD = ofD.map((points) => Math.round((39 + points + 50) * 100) / 100);
    expect(withD).toContain(shifted.data[0]!.attributes.pointsDrawn);
    await expect(
      threaded.portfolio({ ...request, simulated, portfolio: { ...portfolio, lineups: 7 } }),
    ).rejects.toThrow(/a simulated outcome for each of the 7 lineups, but there are 6/);
    const deviation = { ...portfolio, points: { random: { seed: 4, deviation: { [d]: 3 } } } };
    await expect(threaded.portfolio({ ...request, simulated, portfolio: deviation })).rejects.toThrow(
      /deviation: does not apply to simulated outcomes/,
    );
  });

  test.each([
    [{ uuids: uuids.slice(1), points: simulated.points.slice(1) }, {}, /have no draws of 1 of the 5 players/],
    [{ uuids, points: simulated.points.slice(1) }, {}, /list 5 GUIDs and 4 rows/],
    [{ uuids, points: [[1, 2], ...simulated.points.slice(1)] }, {}, /have 6 draws of .* and 2 of/],
    [{ uuids: [...uuids.slice(0, 4), d], points: simulated.points }, {}, /two rows for/],
    [{ uuids, points: [...simulated.points.slice(0, 4), fixed(Number.NaN)] }, {}, /have NaN points for/],
    [{ uuids, points: [...simulated.points.slice(0, 4), fixed(20_000)] }, {}, /-10,000 to 10,000/],
    [{ uuids, points: ["1", ...simulated.points.slice(1)] }, {}, /must be an array of numbers/],
    [simulated, { draws: 7 }, /draws: 7 asked, but there are 6 simulated outcomes. Ask for at most 6/],
  ])("refuses wrong outcomes (%#)", async (given, options, message) => {
    const asked = threaded.simulate({ ...request, simulated: given as typeof simulated }, options);
    await expect(asked).rejects.toThrow(message);
    await expect(asked).rejects.toMatchObject({ status: 422 });
  });

  test("needs no draws of excluded players, and refuses correlations beside them", async () => {
    const given = { uuids: uuids.slice(0, 4), points: simulated.points.slice(0, 4) };
    const exclude = { teams: [e] };
    const { lineups } = await threaded.simulate({ ...request, body: { ...body, exclude }, simulated: given });
    expect(lineups.map(({ share }) => share)).toEqual([1]);
    const correlations = {
      uuids: [d, e],
      matrix: [
        [1, 0],
        [0, 1],
      ],
    };
    await expect(threaded.simulate({ ...request, simulated, correlations })).rejects.toThrow(
      /cannot be combined with simulated outcomes/,
    );
  });
});

test("entries are chosen by one third of the outcomes, compared by another and played by the last", async () => {
  const inputs = smallInputs("basketball.draftkings.showdown");
  const simulated = await ownDraws(inputs, 100);
  const choose = (given: typeof simulated, draws?: number) =>
    optimizer.chooseEntries(
      {
        ...{ ...inputs, simulated: given, field: { size: 60, others: 0 } },
        payouts: { fee: 5, shape: "top-heavy" },
        choice: { count: 3 },
      },
      { draws },
    );
  const { choice, contest } = await choose(simulated);
  expect([choice.draws, contest.draws]).toEqual([33, 33]);
  // What the chosen entries win is measured in the last third only.
  const last = {
    ...simulated,
    points: simulated.points.map((row) => [...row.slice(0, 66), ...row.slice(0, 34)]),
  };
  const other = await choose(last);
  expect(other.choice.worth).toBe(choice.worth);
  expect(other.contest.entries.map(({ seats }) => seats)).toEqual(contest.entries.map(({ seats }) => seats));
  expect(other.contest.all.mean).not.toBe(contest.all.mean);
  await expect(choose(simulated, 34)).rejects.toThrow(
    /34 asked for each of 3 sets, but there are 100 simulated outcomes. Ask for at most 33/,
  );
});
