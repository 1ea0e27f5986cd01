import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { createSearch } from "../../src/engine/search/search.ts";
import { createRunner } from "../../src/platform/node/runner.ts";
import { parsePortfolio } from "../../src/portfolio/parse-portfolio.ts";
import { checkTable } from "../../src/testing/check-table.ts";
import { requestProperty } from "../../src/testing/conformance/solver-properties.ts";
import { checksProperty } from "../../src/testing/contests/check-contest.ts";
import { portfolioOf } from "../../src/testing/portfolios/portfolio.ts";
import { contestTable } from "../support/contest-table.ts";
import { runs, share, Tally } from "../support/runs.ts";
import { solverOf } from "../support/solvers.ts";

const RUNS = 6;
const search = createSearch(createRunner(0));
afterAll(() => search.close());
const tables = fc.sample(contestTable, runs(RUNS));

describe("random contests", () => {
  it("have limits of every kind, captains and defenses", () => {
    const tally = new Tally();
    for (const table of fc.sample(contestTable, runs(200))) {
      if (table.slots.some(({ salary }) => salary === "captainSalary")) tally.add("captain");
      if (table.positions.some(({ entry }) => entry === "team")) tally.add("defense");
      if (table.minimumGames !== null) tally.add("games");
      if (table.minimumTeams !== null) tally.add("teams");
      if (table.teamLimits.length > 0) tally.add("limit");
    }
    for (const what of ["captain", "defense", "games", "teams", "limit"])
      expect(tally.of(what), `${what}: ${tally}`).toBeGreaterThan(share(200, 0.05));
  });

  it("are solved and checked like built-in ones", async () => {
    const tally = new Tally();
    for (const table of tables) {
      const solved = await requestProperty(solverOf(search, "paths"), table, 4).run({ runs: 4 });
      const checked = await checksProperty(table, 1).run({ runs: 1 });
      for (const [name, count] of [...solved.entries(), ...checked.entries()]) tally.add(name, count);
      for (const portfolio of fc.sample(portfolioOf(table), runs(3))) parsePortfolio(portfolio);
      const findings = await checkTable(table, tables, search);
      tally.add(findings.some(({ code }) => code === "seated") ? "seated" : "contradicts itself");
    }
    for (const what of ["feasible", "legal", "illegal", "seated"])
      expect(tally.of(what), `${what}: ${tally}`).toBeGreaterThan(share(RUNS, 0.5));
  });
});
