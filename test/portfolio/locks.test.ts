import { describe, expect, it } from "vitest";
import { forbids } from "../../src/engine/model/model.ts";
import { planPortfolio } from "../../src/portfolio/plan.ts";
import { refused } from "../support/planned.ts";
import { type CellRow, ROWS, tinyFacts, tinyPortfolio, tinyResources } from "../support/tiny-portfolio.ts";
import { tinyProblem, uuidOf } from "../support/tiny-problem.ts";

describe("locks and exclusions of a description", () => {
  it("are combined with the request's, with a slot if one is named", () => {
    const { problem, plan, people } = tinyPortfolio(
      { lock: ["Player BW1@FLEX", "Player KQ1"], exclude: ["DAL", { team: "NYG", position: "QB" }] },
      { body: { include: { players: [{ player: uuidOf("Player BW1") }] } } },
    );
    expect(problem.locks.map(({ slot, pointer }) => [slot, pointer])).toEqual([
      [2, "/include/players/0"],
      [null, "/portfolio/lock/1"],
    ]);
    const forbidden = plan.model.rules.flatMap((rule) =>
      rule.kind === "count" && forbids(rule)
        ? rule.entries.map((entry) => `${rule.origin.pointer} ${people.all[entry]!.name}`)
        : [],
    );
    expect(forbidden).toEqual(["/portfolio/exclude/0 City2 Nick2", "/portfolio/exclude/1 Player NQ1"]);
  });

  it("may exclude a player from one slot only", () => {
    const { plan } = tinyPortfolio({ exclude: ["Player BW1@FLEX"] });
    const unseated = plan.model.rules.filter(({ kind }) => kind === "allow");
    expect(unseated).toMatchObject([
      { entries: [1], slots: ~(1 << 2), origin: { pointer: "/portfolio/exclude/0" } },
    ]);
    expect(plan.choices).toBeNull();
    const { model } = tinyPortfolio({ exclude: ["Player BQ1@QB"] }).plan;
    expect(model.rules.filter(({ kind }) => kind === "allow")).toMatchObject([{ entries: [0], slots: ~1 }]);
    expect(plan.model.rules.filter(forbids)).toEqual([]);
    expect(unseated[0]!.origin.constraint).toBe("portfolio");
  });

  it("refer to seats; other parts that name a slot give it a role, without changing what counts as a lineup", () => {
    const { plan } = tinyPortfolio({ exposure: [{ of: "Player BW1@FLEX", most: 3 }] });
    expect(new Set(plan.model.slots.map(({ role }) => role)).size).toBe(2);
    expect(plan.choices!.length).toBe(plan.model.picks.entry.length);
    expect(new Set(plan.choices!).size).toBe(ROWS.length);
  });

  it("are distinguished by the contest's own roles, however many it has", () => {
    const rows = ROWS.filter(({ team }) => team < 2);
    const problem = tinyProblem("showdown", rows);
    const [captain, flexible] = problem.contest.slots;
    const slots = [
      captain!,
      { ...flexible!, count: 1 },
      { ...flexible!, name: "VICE", count: 1, pointsMultiplier: 1.25 },
      { ...flexible!, name: "UTIL", count: 1 },
    ];
    const planned = (of: string) =>
      planPortfolio({
        portfolio: { exposure: [{ of, most: 3 }] },
        problem: { ...problem, contest: { ...problem.contest, slots } },
        projections: { data: [], included: tinyResources(rows) },
        ...{ facts: tinyFacts(rows), count: 4 },
      }).plan;
    expect(planned("Player BW1@VICE").choices).toBeNull();
    const { model, choices } = planned("Player BW1@UTIL");
    const { picks } = model;
    expect(picks.entry.length).toBe(4 * rows.length);
    const roleOf = (pick: number) =>
      ["CPT", "FLEX", "VICE", "FLEX"][picks.slots[pick]!.toString(2).length - 1];
    const named = Array.from(picks.entry, (entry, pick) => `${entry} ${roleOf(pick)}`);
    expect(new Set(named).size).toBe(3 * rows.length);
    // As many numbers as choices, and one for each.
    expect(new Set(choices!).size).toBe(3 * rows.length);
    expect(new Set(named.map((name, pick) => `${name} ${choices![pick]}`)).size).toBe(3 * rows.length);
  });

  it("of the request may name players without points in the description", () => {
    const rows = ROWS.map(
      (row): CellRow => ({ ...row, cells: row.name === "Player BW1" ? {} : { Ceiling: "9" } }),
    );
    const { problem } = tinyPortfolio(
      { points: { from: "Ceiling" } },
      { rows, body: { include: { players: [{ player: uuidOf("Player BW1") }] } } },
    );
    expect(problem.locks).toHaveLength(1);
  });

  it("keep the slot named by one of two locks of a player, and apply the exclusions of others", () => {
    for (const lock of [
      ["Player BW1@FLEX", "Player BW1"],
      ["Player BW1", "Player BW1@FLEX"],
    ])
      expect(tinyPortfolio({ lock, exclude: ["Player BW1@WR"] }).problem.locks).toMatchObject([{ slot: 2 }]);
    expect(refused({ lock: ["Player BW1@FLEX"], exclude: ["Player BW1@FLEX"] })).toMatch(
      /^exclude\[0\]: Player BW1 .* is both excluded and locked/,
    );
  });

  it("cannot contradict each other", () => {
    expect(refused({ lock: ["Player BW1"], exclude: ["Player BW1"] })).toBe(
      "exclude[0]: Player BW1 (WR, BUF, id-Player BW1) is both excluded and locked. Remove one of the two.",
    );
    expect(refused({ lock: ["Player BW1@QB"] })).toMatch(
      /^lock\[0\]: the slot QB does not accept Player BW1/,
    );
    expect(refused({ lock: ["Player BW1@WR", "Player BW1@FLEX"] })).toMatch(/locked in another slot already/);
  });
});
