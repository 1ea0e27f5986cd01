/** Compares a run of the bench, or its results, with the baseline of a similar machine. */
import { fileURLToPath } from "node:url";
import { InvalidArgumentError, Option } from "commander";
import { compareReports, UnlikeReportsError } from "./baseline/compare-reports.ts";
import { differences, thisMachine } from "./baseline/machine.ts";
import { type BenchReport, readReport, UnreadableReportError } from "./baseline/report.ts";
import { effortOf } from "./efforts.ts";
import { benchCommand, type RunOptions, suiteOf } from "./options.ts";
import { comparisonTable, progress } from "./table.ts";

interface Options extends RunOptions {
  readonly json?: string;
  readonly baseline: string;
  readonly tolerance: number;
}

const BASELINE = fileURLToPath(new URL("./baseline.json", import.meta.url));

const command = benchCommand(
  "bench:compare",
  "Compares the bench with a baseline measured on a like machine.",
)
  .option("--json <file>", "compare the results in a file instead of running the bench")
  .addOption(new Option("--baseline <file>", "what to compare with").default(BASELINE, "bench/baseline.json"))
  .option("--tolerance <share>", "by how much of the baseline a median may grow", share, 0.3)
  .addHelpText(
    "after",
    "\nExit codes: 0 nothing is slower; 1 something is, or an answer was wrong; 2 the machines are unlike, or bad input.",
  )
  .parse();
const options = command.opts<Options>();

try {
  const baseline = readReport(options.baseline);
  const rows = compareReports(baseline, await reportOf(baseline), options.tolerance);
  console.log(comparisonTable(rows));
  const slower = rows.filter(({ change }) => change === "slower").length;
  console.log(`${slower} of ${rows.length} rows are slower than the baseline.`);
  if (slower > 0) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof UnlikeReportsError || error instanceof UnreadableReportError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

/** The given results, or those of a run, which is not started if it could not be compared. */
async function reportOf(baseline: BenchReport): Promise<BenchReport> {
  if (options.json !== undefined) return readReport(options.json);
  const machine = thisMachine();
  if (differences(machine, baseline.machine).length > 0) return { machine, results: [] };
  // Comparing files needs none of the modules that a run loads.
  const { runBench } = await import("./run-bench.ts");
  const { results, wrong } = await runBench(await suiteOf(command), effortOf(options), progress);
  for (const answer of wrong) console.error(`Wrong answer: ${answer}`);
  if (wrong.length > 0) process.exitCode = 1;
  return { machine, results };
}

function share(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && value >= 0 && Number.isFinite(value)) return value;
  throw new InvalidArgumentError("It must be a number from 0 on, such as 0.3.");
}
