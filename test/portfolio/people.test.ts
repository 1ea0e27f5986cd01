import { describe, expect, it } from "vitest";
import { findPerson } from "../../src/portfolio/named.ts";
import { peopleOf, personLabel } from "../../src/portfolio/people.ts";
import type { Resource } from "../../src/shared/schema/resource.ts";
import { ROWS, tinyResources, withCaptainIds } from "../support/tiny-portfolio.ts";
import { teamUuid, tinyProblem, uuidOf } from "../support/tiny-problem.ts";

describe("people", () => {
  const rows = ROWS.slice(0, 2);
  const problem = tinyProblem("classic", [
    ...rows,
    { name: "Zed", position: "WR", team: 1, points: null },
    { name: "Kay", position: "K", team: 1 },
  ]);

  it("have the names and ids of the documents, or their GUIDs without any", () => {
    const resources: Resource[] = [
      {
        id: uuidOf("Player BQ1"),
        type: "Player",
        attributes: { fullName: "  ", firstName: " Ann ", lastName: "Lee" },
      },
      { id: uuidOf("Zed"), type: "Player", attributes: { fullName: "Zed Zee", bookId: " 77 " } },
      { id: teamUuid(0), type: "Team", attributes: { location: "Big", nickName: "Cats" } },
    ];
    const { all, absent } = peopleOf(problem, resources);
    expect(all.map(({ name }) => name)).toEqual(["Ann Lee", null]);
    expect(all.map(personLabel)).toEqual(["Ann Lee (QB, CATS)", `${uuidOf("Player BW1")} (WR, CATS)`]);
    expect(all[0]).toMatchObject({
      ids: [uuidOf("Player BQ1")],
      captainIds: [],
      team: ["CATS", "BIG CATS", teamUuid(0).toUpperCase()],
      opponent: [],
      opponentUuid: null,
      game: "CATS",
    });
    expect(peopleOf(tinyProblem("classic", ROWS), tinyResources(ROWS)).all[0]!.game).toBe("BUF@KC");
    expect(absent).toEqual([
      { name: "Zed Zee", ids: [uuidOf("Zed"), "77"], why: "no projection" },
      { name: uuidOf("Kay"), ids: [uuidOf("Kay")], why: "no slot takes the position" },
    ]);
  });

  it("give their team its abbreviation if it has none", () => {
    const players = tinyResources(ROWS).filter(({ type }) => type === "Player");
    expect(peopleOf(problem, players).all.map(({ team }) => team[0])).toEqual(["BUF", "BUF"]);
  });

  it("are of no team if their file has none", () => {
    const nameless = tinyResources(ROWS).map((one) =>
      one.type === "Team" ? { ...one, attributes: { abbreviation: "" } } : { ...one, attributes: {} },
    );
    expect(peopleOf(problem, nameless).all.map(({ team }) => team[0])).toEqual(["NO TEAM", "NO TEAM"]);
  });

  it("are found by an id in any case or by name, or reported as absent", () => {
    const people = peopleOf(problem, tinyResources([...ROWS, { name: "Zed", position: "WR", team: 1 }]));
    for (const text of [uuidOf("Player BQ1").toUpperCase(), " id-Player BQ1 ", "player bq1"])
      expect(findPerson(people, text)).toEqual({ kind: "person", entry: 0, asCaptain: false });
    for (const text of ["zed", "id-Zed"])
      expect(findPerson(people, text)).toMatchObject({ kind: "absent", person: { why: "no projection" } });
    expect(findPerson(people, "")).toMatchObject({ kind: "unclear" });
    const twice = ["first", "second"].map((why) => ({ name: "Twice", ids: [], why }));
    expect(findPerson({ ...people, absent: twice }, "twice")).toMatchObject({ person: { why: "first" } });
    expect(findPerson(peopleOf(problem, withCaptainIds(tinyResources(ROWS))), "cpt-id-Player BQ1")).toEqual({
      ...{ kind: "person", entry: 0, asCaptain: true },
    });
    const lower = peopleOf(problem, [
      { id: uuidOf("Player BQ1"), type: "Player", attributes: { bookId: "ab-1" } },
    ]);
    for (const text of ["ab-1", "AB-1"])
      expect(findPerson(lower, text)).toMatchObject({ kind: "person", entry: 0 });
    // A text of symbols only is no name.
    const signs = tinyResources([...ROWS, { name: "--", position: "WR", team: 1 }]);
    const odd = tinyProblem("classic", [...rows, { name: "--", position: "WR", team: 1, points: null }]);
    expect(findPerson(peopleOf(odd, signs), "...")).toMatchObject({ kind: "unclear" });
  });
});
