import { describe, expect, test } from "vitest";
import { readProblem } from "../../../src/contests/constraints/readers/read-problem.ts";
import { playedPositions } from "../../../src/contests/problem/file-seats.ts";
import { slateInputs } from "../../../src/files/slate-inputs.ts";
import { loadCatalog } from "../../../src/platform/node/catalog.ts";
import { readSlateFile } from "../../../src/platform/node/files.ts";
import { lineupRequestSchema } from "../../../src/shared/schema/request.ts";
import { DRAFTKINGS, FOOTBALL, lines, SHOWDOWN } from "../../files/support.ts";
import { tinyShowdown } from "../../support/tiny-contests.ts";
import { tinyProblem, tinyProjections, tinyRequest, uuidOf } from "../../support/tiny-problem.ts";
import { issuesOf, POOL } from "./support.ts";

const catalog = await loadCatalog({});

/** Each entry of a file in the problem: name, allowed slots, and position. */
function seated(text: string) {
  const slate = readSlateFile(text, { file: "pool.csv" });
  const { sport, body, projections, origin, seats } = slateInputs(slate);
  const request = lineupRequestSchema.parse(body);
  const contest = catalog.contestOf(sport, request);
  const { entries } = readProblem(contest, request, projections.data, { origin, seats });
  const nameOf = new Map(slate.entries.map(({ uuid, bookId }) => [uuid, bookId]));
  return Object.fromEntries(
    entries.map(({ uuid, positions, plays }) => [
      nameOf.get(uuid),
      `${positions.join("/")} ${plays.join("/")}`,
    ]),
  );
}

const template = (slots: string) => {
  const pool = FOOTBALL.trimEnd().split("\n");
  const width = slots.split(",").length;
  const rows = [`${slots},,Instructions`, "", "", "", "", "", "", ...pool];
  return lines(
    ...rows.map((row, index) => (index < 7 ? row || ",".repeat(width) : ",".repeat(width + 2) + row)),
  );
};

describe("slots in a book's file", () => {
  test("decide where players sit; the position only names what they play", () => {
    expect(seated(FOOTBALL)).toEqual({ 101: "QB QB", 102: "RB RB", 103: "WR WR", 104: "DST DST" });
    expect(seated(FOOTBALL.replace(",RB/FLEX,", ",TE/FLEX,"))).toMatchObject({ 102: "TE RB" });
    expect(seated(FOOTBALL.replace(",RB/FLEX,", ",RB/WR/FLEX,"))).toMatchObject({ 102: "RB/WR RB" });
  });

  test("may be any slot of a showdown", () => {
    expect(seated(SHOWDOWN)).toEqual({ 301: "QB QB", 302: "K K", 303: "DST DST" });
  });

  test("may use the contest's slot names or the book's column names", () => {
    const hockey = (slot: string) =>
      lines(
        DRAFTKINGS,
        `LW,Ado Kessby (1),Ado Kessby,1,CPT,9000,RAV@TIN 11/16/2024 07:00PM ET,RAV,3`,
        `LW,Ado Kessby (2),Ado Kessby,2,${slot},6000,RAV@TIN 11/16/2024 07:00PM ET,RAV,3`,
        `G,Bor Lander (3),Bor Lander,3,CPT,9000,RAV@TIN 11/16/2024 07:00PM ET,TIN,3`,
        `G,Bor Lander (4),Bor Lander,4,${slot},6000,RAV@TIN 11/16/2024 07:00PM ET,TIN,3`,
      );
    for (const slot of ["FLEX", "UTIL"]) expect(seated(hockey(slot))).toEqual({ 2: "W W", 4: "G G" });
  });

  test("are an error if no set of the contest's positions fits exactly these slots", () => {
    const [issue, ...others] = issuesOf(() => seated(FOOTBALL.replace(",RB/FLEX,", ",RB,")));
    expect(others).toEqual([]);
    expect(issue).toMatchObject({ code: "unknown-seats", source: { parameter: "seats" } });
  });
});

describe("that the contest does not have are an error that names both", () => {
  test.each([
    [
      "a template's of another contest",
      template("QB,RB,WR,WR,FLEX,FLEX,DST"),
      "QB, RB, WR, WR, FLEX, FLEX, DST",
    ],
    ["a template's, of another number", template("QB,RB,RB,WR,WR,WR,TE,FLEX,FLEX,DST"), "FLEX, FLEX, DST"],
    ["a template's, with one twice for another", template("QB,QB,RB,WR,WR,WR,TE,FLEX,DST"), "QB, QB, RB"],
    ["a player's", FOOTBALL.replace(",RB/FLEX,", ",RB/S-FLEX,"), "S-FLEX"],
  ])("%s", (_, text, named) => {
    const [issue, ...others] = issuesOf(() => seated(text));
    expect(others).toEqual([]);
    expect(issue).toMatchObject({ code: "other-slots", source: { parameter: "seats" } });
    expect(issue!.detail).toContain(named);
    expect(issue!.detail).toContain("DraftKings american-football classic");
    expect(issue!.detail).toContain("QB, RB, RB, WR, WR, WR, TE, FLEX, DST");
  });

  test("of the contest are accepted in any case", () => {
    expect(Object.keys(seated(template("QB,RB,RB,WR,WR,WR,TE,Flex,DST")))).toHaveLength(4);
  });
});

test("a player whose slots in the file differ from the request's position is seated by the slots", () => {
  const positionsOf = (name: string, slots: readonly string[]) => {
    const seats = { slotRow: null, slotsOf: new Map([[uuidOf(name), slots]]) };
    const { entries } = tinyProblem("classic", POOL, {}, { seats });
    return entries.find(({ uuid }) => uuid === uuidOf(name))?.positions;
  };
  expect(positionsOf("wr", ["QB"])).toEqual(["QB"]);
  expect(positionsOf("wr", ["FLEX"])).toEqual(["RB"]);
  expect(positionsOf("wr", ["QB", "FLEX"])).toEqual(["QB", "RB"]);
  expect(positionsOf("rb", ["FLEX", "WR"])).toEqual(["WR", "RB"]);
  // A team's position does not apply to players.
  expect(issuesOf(() => positionsOf("wr", ["DST"]))).toMatchObject([{ code: "unknown-seats" }]);
});

test("the book's captain is the slot with the captain's salary, whatever the contest calls it", () => {
  const [captain, flex] = tinyShowdown.slots;
  if (captain === undefined || flex === undefined) throw new Error("The contest has two slots.");
  const slots = [{ ...captain, name: "MVP", uploadColumn: "MVP" }, flex];
  const pool = POOL.filter(({ team }) => team < 2);
  const request = lineupRequestSchema.parse(tinyRequest("showdown", pool));
  const seatedBy = (...names: string[]) =>
    readProblem({ ...tinyShowdown, slots, uploadOrder: ["MVP", "FLEX"] }, request, tinyProjections(pool), {
      seats: { slotRow: null, slotsOf: new Map([[uuidOf("wr"), names]]) },
    });
  expect(seatedBy("CPT", "FLEX").entries).toHaveLength(3);
  expect(issuesOf(() => seatedBy("FLEX"))).toMatchObject([{ code: "unknown-seats" }]);
  expect(issuesOf(() => seatedBy("CPT"))).toMatchObject([{ code: "unknown-seats" }]);
});

test("a player's position must be one of the sport's, or none", () => {
  const football = catalog.contest("american-football", "bookA", "classic");
  expect(playedPositions(football, "wr/K")).toEqual(["WR", "K"]);
  expect(playedPositions(football, "WR/Goalie")).toBeNull();
});
