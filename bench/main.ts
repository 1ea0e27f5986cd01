/** Times the engine against one linear relaxation of the same model, after its answers are checked. */
import { loadavg } from "node:os";
import { thisMachine } from "./baseline/machine.ts";
import { writeReport } from "./baseline/report.ts";
import { effortOf } from "./efforts.ts";
import { benchCommand, type RunOptions, suiteOf, writableFile } from "./options.ts";
import { runBench } from "./run-bench.ts";
import { progress, resultTable, summary } from "./table.ts";

const command = benchCommand(
  "bench",
  "The engine's times as multiples of one LP relaxation of the same model, measured in turn in one process.",
)
  .option("--json <file>", "also write the results to a file", writableFile)
  .addHelpText("after", "\nExit codes: 0 done, goals met or missed; 1 an answer was wrong; 2 bad arguments.")
  .parse();
const options = command.opts<RunOptions & { readonly json?: string }>();

const machine = thisMachine();
const load = loadavg()[0]!;
const { results, wrong } = await runBench(await suiteOf(command), effortOf(options), progress);
console.log(resultTable(results));
console.log(summary(results));
console.log(
  `${machine.cores} cores, Node ${machine.node}, load average ${load.toFixed(1)} when the run began.`,
);
for (const answer of wrong) console.error(`Wrong answer: ${answer}`);
if (options.json !== undefined) writeReport(options.json, { machine, results });
process.exitCode = wrong.length === 0 ? 0 : 1;
