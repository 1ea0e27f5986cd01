import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { StartupCase } from "../cases/case.ts";
import { samplePath } from "../cases/slates.ts";
import { WrongAnswerError } from "../check/wrong-answer.ts";

const COMMAND = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const SALARIES = samplePath("american-football.draftkings.classic");
const COUNT = 150;
const DRAWS = 100;

/** The output's first line. @throws WrongAnswerError if it begins otherwise */
function firstLine(output: string, start: string): string {
  const [line = ""] = output.split("\n");
  if (!line.startsWith(start)) throw new WrongAnswerError(`It printed ${JSON.stringify(line)}.`);
  return line;
}

/** The command from its start to its end. */
export const startupCases: readonly StartupCase[] = [
  {
    name: "dfs-lineups --version",
    args: [COMMAND, "--version"],
    goal: 5,
    check(output) {
      const file = new URL("../../package.json", import.meta.url);
      const { version } = JSON.parse(readFileSync(file, "utf8")) as { readonly version: string };
      if (output.trim() !== version) throw new WrongAnswerError(`It printed ${output.trim()}.`);
      return "the version";
    },
  },
  {
    name: "dfs-lineups optimize, american-football.draftkings.classic",
    args: [COMMAND, "optimize", "--salaries", SALARIES, "--count", String(COUNT), "--format", "csv"],
    goal: 6.7,
    check(output) {
      const [header, ...rows] = output.trimEnd().split("\n");
      const columns = header!.split(",").length;
      const distinct = new Set(rows.map((row) => row.split(",").sort().join()));
      const whole = rows.every((row) => new Set(row.split(",")).size === columns);
      if (distinct.size !== COUNT || !whole)
        throw new WrongAnswerError(`It printed ${distinct.size} different lineups.`);
      return `${COUNT} upload rows`;
    },
  },
  {
    name: "dfs-lineups optimize, one lineup",
    args: [COMMAND, "optimize", SALARIES, "--count", "1"],
    goal: 5,
    check: (output) => firstLine(output, "Lineup 1 of 1: "),
  },
  {
    name: `dfs-lineups simulate, ${DRAWS} draws`,
    args: [COMMAND, "simulate", SALARIES, "--draws", String(DRAWS)],
    goal: 7,
    check: (output) => firstLine(output, `${DRAWS} draws of `),
  },
];
