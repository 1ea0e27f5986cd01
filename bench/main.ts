/** Times the engine against one linear relaxation of the same model, once its answers are checked. */
import { writeFileSync } from "node:fs";
import { Command, InvalidArgumentError } from "commander";
import { benchCases } from "./cases/index.ts";
import { WrongAnswerError } from "./check/wrong-answer.ts";
import { isMet, type Result } from "./result.ts";
import { type Effort, runCase } from "./run-case.ts";
import { resultTable } from "./table.ts";

interface Options {
  readonly only?: RegExp;
  readonly quick?: boolean;
  readonly json?: string;
}

const THOROUGH: Effort = {
  highs: { count: 10, milliseconds: 120_000 },
  plan: { warmUp: 1_000, duration: 3_000, leastPairs: 15, mostPairs: 1_000 },
  mostLineups: 10_000,
};
const QUICK: Effort = {
  highs: { count: 0, milliseconds: 0 },
  plan: { warmUp: 400, duration: 700, leastPairs: 7, mostPairs: 300 },
  mostLineups: 10_000,
};

const options = new Command("npm run bench --")
  .description("Ratios of the engine's times to one LP relaxation of the same model in the same run.")
  .option("--only <pattern>", "run the cases whose name matches a regular expression", pattern)
  .option("--quick", "measure for less time, and do not ask HiGHS for the same totals")
  .option("--json <file>", "also write the results to a file")
  .addHelpText("after", "\nExit codes: 0 done, goals met or missed; 1 an answer was wrong; 2 bad arguments.")
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .parse()
  .opts<Options>();

const results: Result[] = [];
let wrong = 0;
for (const bench of benchCases.filter(({ name }) => options.only?.test(name) ?? true)) {
  try {
    for await (const result of runCase(bench, options.quick ? QUICK : THOROUGH)) {
      results.push(result);
      process.stderr.write(`${result.name}, ${result.phase}: ${result.median.toFixed(2)}\n`);
    }
  } catch (error) {
    if (!(error instanceof WrongAnswerError)) throw error;
    wrong += 1;
    process.stderr.write(`WRONG ANSWER. ${bench.name}: ${error.message}\n`);
  }
}
console.log(resultTable(results));
const goals = results.map(isMet).filter((met) => met !== null);
console.log(`${goals.filter((met) => met).length} of ${goals.length} goals met, ${wrong} wrong answers.`);
if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(results, null, 2)}\n`);
process.exitCode = wrong === 0 ? 0 : 1;

function pattern(text: string): RegExp {
  try {
    return new RegExp(text, "i");
  } catch {
    throw new InvalidArgumentError("It must be a regular expression.");
  }
}
