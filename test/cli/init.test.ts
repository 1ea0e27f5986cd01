import { existsSync } from "node:fs";
import { afterAll, describe, expect, it, vi } from "vitest";
import { parsePortfolio } from "../../src/portfolio/parse-portfolio.ts";
import { readPortfolio } from "../../src/portfolio/read-portfolio.ts";
import { dfsLineups, PROCESS_TIMEOUT, Scratch } from "../support/command.ts";

vi.setConfig({ testTimeout: PROCESS_TIMEOUT });

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

const SPORTS = ["nfl", "nba", "nhl", "mlb", "golf"];
const init = async (sport: string) => {
  const { exitCode, stdout, stderr } = await dfsLineups(["init", "--sport", sport]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  return stdout;
};
const parsed = async (text: string) => {
  const { portfolio, lines } = await readPortfolio(text, { file: "rules.yaml" });
  return parsePortfolio(portfolio, lines);
};

describe("init", () => {
  it.each(SPORTS)("writes a description for %s that is valid, also with all its examples", async (sport) => {
    const text = await init(sport);
    const active = await parsed(text);
    expect(active).toMatchObject({ lineups: 20, unique: 2, rules: [{ name: expect.any(String) }] });
    const whole = await parsed(text.replaceAll(/^# /gm, ""));
    expect(whole.rules!.length).toBeGreaterThan(2);
    expect(whole).toMatchObject({
      method: "sequential",
      distinct: "all",
      contests: [{ name: "cash" }, {}, {}],
    });
  });

  const slates = ["american-football", "basketball", "ice-hockey", "baseball", "golf"].map(
    (sport) => `${sport}.draftkings.classic.csv`,
  );

  it.each(slates.map((name) => [name.split(".")[0]!, `examples/slates/${name}`] as const))(
    "writes rules for %s that its sample slate can keep",
    async (sport, slate) => {
      const file = scratch.path(`${sport}.yaml`);
      const written = await dfsLineups(["init", "--sport", sport, "-o", file]);
      expect(written.stderr).toContain(`wrote ${file}`);
      expect(existsSync(file)).toBe(true);
      const { exitCode, stdout, stderr } = await dfsLineups([
        ...["optimize", slate, "-r", file, "-n", "4", "--format", "csv", "--threads", "0"],
      ]);
      expect(exitCode, stderr).toBe(0);
      expect(stdout.trimEnd().split("\n")).toHaveLength(5);
    },
  );
});
