import { describe, expect, it } from "vitest";
import { buildModel } from "../../../src/contests/constraints/readers/build-model.ts";
import { lineupDocument } from "../../../src/lineup/document/document.ts";
import { priceLineup, sortLineups } from "../../../src/lineup/document/priced-lineup.ts";
import { seatSolutions } from "../../../src/lineup/document/seat-solutions.ts";
import { verifierOf } from "../../../src/lineup/verify/verify-document.ts";
import { loadCatalog } from "../../../src/platform/node/catalog.ts";
import { InvalidRequestError, UnknownContestError } from "../../../src/shared/errors.ts";
import type { FantasyLineup, FantasyLineupDocument } from "../../../src/shared/schema/lineups.ts";
import type { LineupRequestInput } from "../../../src/shared/schema/request.ts";
import { allSolutions } from "../../../src/testing/exhaustive.ts";
import { tinyClassic, tinyShowdown } from "../../support/tiny-contests.ts";
import {
  type PoolRow,
  teamUuid,
  tinyProblem,
  tinyProjections,
  tinyRequest,
  uuidOf,
} from "../../support/tiny-problem.ts";

const catalog = await loadCatalog({ rules: [tinyClassic, tinyShowdown] });
const { verifyLineup, verifyLineups } = verifierOf(catalog);

const POOL: readonly PoolRow[] = [
  { name: "qb1", position: "QB", team: 0, salary: 6000, points: 20.12345 },
  { name: "qb2", position: "QB", team: 2, salary: 5000, points: 17.5 },
  { name: "wr1", position: "WR/RB", team: 0, salary: 4000, points: 11 },
  { name: "wr2", position: "WR", team: 2, salary: 4500, points: 12 },
  { name: "rb1", position: "RB", team: 1, salary: 3000, points: 9 },
  { name: "rb2", position: "RB", team: 3, salary: 3500, points: -1 },
  { name: "rb3", position: "RB", team: 3, salary: 3500, points: null },
  { name: "dst1", position: "DST", team: 1, salary: 2000, points: 7 },
  { name: "dst2", position: "DST", team: 3, salary: 2500, points: 8 },
];
const BODY: Partial<LineupRequestInput> = {
  include: { players: [{ player: uuidOf("wr1") }], teams: [] },
  exclude: { players: [uuidOf("rb2")], teams: [] },
};

function answerTo(contest: "classic" | "showdown", count = 3, body = BODY): FantasyLineupDocument {
  const problem = tinyProblem(contest, POOL, body);
  const model = buildModel(problem);
  const lineups = seatSolutions(model, allSolutions(model)).map((seats) => priceLineup(problem, seats));
  const best = sortLineups(problem, lineups).slice(0, count);
  const document = lineupDocument(
    problem,
    best,
    { data: [] },
    { solver: "paths", include: [], makeIncluded: null, updatedAt: new Date() },
  );
  return JSON.parse(JSON.stringify(document)) as FantasyLineupDocument;
}

const requestOf = (contest: "classic" | "showdown", body = BODY) => ({
  sport: "tiny",
  body: tinyRequest(contest, POOL, body),
  projections: { data: tinyProjections(POOL) },
});

const verify = (lineups: FantasyLineupDocument, contest: "classic" | "showdown" = "classic", body = BODY) =>
  verifyLineups({ ...requestOf(contest, body), lineups });

const SHOWDOWN: Partial<LineupRequestInput> = {};

describe("verifyLineups", () => {
  it.each([
    ["classic", BODY],
    ["showdown", SHOWDOWN],
  ] as const)("accepts the %s lineups that exhaustive search finds", async (contest, body) => {
    const document = answerTo(contest, 3, body);
    const verdict = await verify(document, contest, body);
    expect(verdict).toEqual({
      legal: true,
      lineups: document.data.map(({ attributes: { uuid } }) => ({ uuid, violations: [] })),
      violations: [],
    });
    expect(verdict.lineups).toHaveLength(3);
  });

  type Change = (value: never) => unknown;
  const more = (by: number) => (value: number) => value + by;
  const falsehoods: readonly (readonly [place: string, Change])[] = [
    ["attributes/salaryTotal", more(-1)],
    ["attributes/salaryRemaining", more(1)],
    ["attributes/salaryCap", more(1)],
    ["attributes/points", more(0.0002)],
    ["attributes/book", () => "bookB"],
    ["attributes/contest", () => "showdown"],
    ["attributes/byPositions/DST/0/points", more(-0.001)],
    ["id", (id: string) => id.replace("/tiny/", "/basketball/")],
    ["relationships/selections/data", (data: object[]) => data.slice(1)],
    ["relationships/selections/data", (data: object[]) => [...data, data[0]]],
    ["relationships/defenseSpecialTeams/data", () => null],
    ["relationships/mustInclude/data", () => []],
    ["relationships/mustExclude/data", (data: object[]) => [...data, { type: "Team", id: teamUuid(0) }]],
  ];

  function falsify(lineup: FantasyLineup, path: readonly string[], change: Change): void {
    const holder = path
      .slice(0, -1)
      .reduce<unknown>((value, key) => (value as Fields)[key], lineup) as Fields;
    holder[path.at(-1)!] = change(holder[path.at(-1)!] as never);
  }
  type Fields = Record<string, unknown>;

  it.each(falsehoods)("detects a wrong %s", async (place, change) => {
    const document = answerTo("classic");
    falsify(document.data[1]!, place.split("/"), change);
    const { legal, lineups } = await verify(document);
    expect(legal).toBe(false);
    expect(lineups.map(({ violations }) => violations.map((one) => [one.constraint, one.pointer]))).toEqual([
      [],
      [["claims", `/data/1/${place.replace(/\/data$/, "")}`]],
      [],
    ]);
  });

  it("tolerates rounding to 4 decimals and no more", async () => {
    const document = answerTo("classic", 1);
    const { attributes } = document.data[0]!;
    const exact = 20.12345 + 12 + 11 + 8;
    attributes.points = exact + 0.00005;
    expect((await verify(document)).legal).toBe(true);
    attributes.points = exact + 0.00006;
    expect((await verify(document)).legal).toBe(false);
  });

  const seat = (name: string) => [{ uuid: uuidOf(name), points: 0 }];
  const misreadings = [
    ["a slot that the contest lacks", "/UTIL", { UTIL: seat("qb1") }],
    ["an odd slot name", "/a~1b~0c", { "a/b~c": [] }],
    ["a player who is not in the pool", "/QB/0", { QB: seat("stranger") }],
    ["a player without a projection", "/FLEX/0", { FLEX: seat("rb3") }],
  ] as const;

  it.each(misreadings)("sees %s", async (_, pointer, seats) => {
    const document = answerTo("classic", 1);
    Object.assign(document.data[0]!.attributes.byPositions, seats);
    const { lineups } = await verify(document);
    expect(lineups[0]!.violations).toHaveLength(1);
    expect(lineups[0]!.violations[0]).toMatchObject({
      constraint: "seats",
      pointer: `/data/0/attributes/byPositions${pointer}`,
    });
  });

  it("detects an empty document, an empty lineup and a missing slot", async () => {
    expect((await verify({ data: [] })).legal).toBe(true);
    const document = answerTo("classic", 2);
    delete document.data[0]!.attributes.byPositions["DST"];
    document.data[1]!.attributes.byPositions = {};
    const { lineups } = await verify(document);
    const broken = lineups.map(({ violations }) => new Set(violations.map(({ constraint }) => constraint)));
    expect(broken[0]).toContain("roster-slots");
    expect(broken[1]).toContain("roster-slots");
    expect(broken[1]).toContain("locks");
  });

  it("detects a repeated lineup, however it is seated", async () => {
    const document = answerTo("classic", 2, {});
    const both = structuredClone(document.data.find(({ attributes }) => isBoth(attributes.byPositions))!);
    const { WR, FLEX } = both.attributes.byPositions;
    both.attributes.byPositions = { ...both.attributes.byPositions, WR: FLEX!, FLEX: WR! };
    const { lineups } = await verify(
      { data: [both, { ...both, attributes: both.attributes }] },
      "classic",
      {},
    );
    expect(lineups[1]!.violations.map(({ constraint }) => constraint)).toContain("distinct");
  });

  it("distinguishes lineups by captain, and detects wrong order", async () => {
    const document = answerTo("showdown", 3, SHOWDOWN);
    const [first, second, third] = document.data;
    const { lineups } = await verify({ data: [second!, first!, third!] }, "showdown", SHOWDOWN);
    expect(lineups.map(({ violations }) => violations.map(({ constraint }) => constraint))).toEqual([
      [],
      ["order"],
      [],
    ]);
  });

  it("detects a wrong count of lineups", async () => {
    const document = answerTo("classic", 2);
    document.meta!.totalItems = 3;
    const { legal, violations } = await verify(document);
    expect(legal).toBe(false);
    expect(violations).toMatchObject([{ constraint: "claims", pointer: "/meta/totalItems" }]);
  });

  it("refuses anything but a lineup document, and requests as the optimizer does", async () => {
    const document = answerTo("classic", 1);
    const lineups = { data: [{ ...document.data[0]!, attributes: {} }] } as unknown as FantasyLineupDocument;
    await expect(verify(lineups)).rejects.toThrow(InvalidRequestError);
    await expect(verify(lineups)).rejects.toThrow(
      expect.objectContaining({ source: { parameter: "lineups" } }),
    );
    const unknown = { ...requestOf("classic"), sport: "chess", lineups: document };
    await expect(verifyLineups(unknown)).rejects.toThrow(UnknownContestError);
  });
});

describe("verifyLineup", () => {
  it("checks a single lineup", async () => {
    const [lineup] = answerTo("classic", 1).data;
    const request = { ...requestOf("classic"), lineup: lineup! };
    expect(await verifyLineup(request)).toEqual({
      uuid: lineup!.attributes.uuid,
      violations: [],
    });
    lineup!.attributes.salaryTotal += 1;
    const { violations } = await verifyLineup(request);
    expect(violations).toMatchObject([{ constraint: "claims", pointer: "/data/0/attributes/salaryTotal" }]);
    const { salaryTotal } = lineup!.attributes;
    expect(violations).toMatchObject([{ limit: salaryTotal - 1, actual: salaryTotal }]);
  });
});

/** WR and FLEX both hold receivers who could swap seats. */
function isBoth(seats: FantasyLineup["attributes"]["byPositions"]): boolean {
  return seats["WR"]!.concat(seats["FLEX"]!).length === 2;
}
