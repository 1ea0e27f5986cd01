import { afterAll, describe, expect, it, vi } from "vitest";
import type { ScoredTerm } from "../../src/contests/scoring/line.ts";
import { scorePerformance } from "../../src/contests/scoring/performance.ts";
import { csvLine } from "../../src/files/csv.ts";
import { readSlateFile } from "../../src/platform/node/files.ts";
import { systemClock } from "../../src/shared/clock.ts";
import type { FantasyLineupDocument } from "../../src/shared/schema/lineups.ts";
import { seededRandom } from "../../src/testing/property.ts";
import { dfsLineups, PROCESS_TIMEOUT, Scratch } from "../support/command.ts";
import { lineupRequestFor } from "../support/lineup-request.ts";
import { smallSalaryFile } from "../support/salary-file.ts";
import { scoringTable } from "../support/scoring.ts";
import { seedSport } from "../support/service/data.ts";

vi.setConfig({ testTimeout: PROCESS_TIMEOUT });

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

const JSON_OPTIONS = ["--format", "json", "--include", "scoring", "--threads", "0"];

async function optimized(...args: readonly string[]) {
  const { exitCode, stdout, stderr } = await dfsLineups(["optimize", ...args, ...JSON_OPTIONS]);
  expect({ exitCode, stderr: exitCode === 0 ? "" : stderr }).toEqual({ exitCode: 0, stderr: "" });
  return { document: JSON.parse(stdout) as FantasyLineupDocument, stdout, stderr };
}

describe("stat lines with a request", () => {
  const sport = "basketball";
  const data = seedSport(sport, 3, systemClock);
  const performances = scratch.write("performances.json", {
    data: data.performances,
    included: data.players,
  });

  it("are scored for both books by their own tables, and the lineups verify", async () => {
    for (const book of ["bookA", "bookB"] as const) {
      const request = scratch.write(`${book}.json`, lineupRequestFor(data, book, "classic"));
      const input = ["--request", request, "--performances", performances, "--sport", sport];
      const { document, stdout } = await optimized(...input);
      const lines = new Map(
        data.performances.map((line) => [[line.relationships["player"]!.data].flat()[0]!.id, line]),
      );
      for (const { id, attributes } of document.included!) {
        const line = lines.get(id)!.attributes;
        const scored = scorePerformance(scoringTable(sport, book), line, { kind: "projected" });
        expect(attributes?.["dfsPoints"]).toBeCloseTo(scored.points!, 3);
        expect(attributes?.["scoring"]).toEqual(scored.breakdown);
      }
      const lineups = scratch.write(`${book}.lineups.json`, stdout);
      const verified = await dfsLineups(["verify", ...input, "--lineups", lineups]);
      expect(verified).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("nothing wrong") });
    }
  });
});

describe("stat lines with a salary file", () => {
  const text = smallSalaryFile("ice-hockey.draftkings.classic", 3);
  const slate = readSlateFile(text, { file: "salaries.csv" });
  const salaries = scratch.write("salaries.csv", text);
  const table = scoringTable(slate.sport, slate.book);
  const random = seededRandom(11);
  const stats = ["goals", "assists", "shotsOnGoal", "blockedShots", "wins", "saves", "goalsAgainst"] as const;
  const rows = slate.entries.map((entry) => {
    const ofGoalie = (stat: string) => ["wins", "saves", "goalsAgainst"].includes(stat);
    const line = stats.map((stat) => {
      const typical = { wins: 1, saves: 30, goalsAgainst: 3 }[stat as string] ?? 2;
      return ofGoalie(stat) === (entry.position === "G") ? Math.round(100 * typical * random()) / 100 : null;
    });
    return { entry, line: Object.fromEntries(stats.map((stat, at) => [stat, line[at]])) };
  });
  const expected = new Map(
    rows.map(({ entry, line }) => [
      entry.uuid,
      scorePerformance(table, line, { kind: "projected", position: entry.position }),
    ]),
  );

  function expectScored({ included }: FantasyLineupDocument): void {
    expect(included!.length).toBeGreaterThanOrEqual(9);
    for (const { attributes } of included!) {
      const { points, breakdown } = expected.get(String(attributes?.["uuid"]))!;
      expect(attributes?.["dfsPoints"]).toBeCloseTo(points!, 3);
      expect(attributes?.["scoring"] as readonly ScoredTerm[]).toEqual(breakdown);
    }
  }

  it("are read from CSV columns named as in the table", async () => {
    const header = ["Player", "Team", "Goals", "Assists", "SOG", "blocked shots", "wins", "Saves", "GA"];
    const cells = rows.map(({ entry, line }) =>
      [entry.name, entry.team, ...Object.values(line)].map((value) => String(value ?? "")),
    );
    const file = scratch.write("stats.csv", [header, ...cells].map(csvLine).join("\n"));
    const { document, stderr } = await optimized("--salaries", salaries, "--projections", file);
    expect(stderr).toContain("points are scored from its columns Goals, Assists, SOG");
    expectScored(document);
  });

  it("are read from a Performance document, matched by name", async () => {
    const file = scratch.write("lines.json", {
      data: rows.map(({ line }, index) => ({
        id: `${index}`,
        type: "Performance",
        attributes: { uuid: `${index}`, ...line },
        relationships: { player: { data: { type: "Player", id: `p${index}` } } },
      })),
      included: rows.map(({ entry }, index) => ({
        id: `p${index}`,
        type: "Player",
        attributes: { fullName: entry.name, dfsPosition: entry.position },
      })),
    });
    const { document } = await optimized("--salaries", salaries, "--performances", file);
    expectScored(document);
  });
});
