import { Command, InvalidArgumentError } from "commander";
import type { Suite } from "./cases/case.ts";
import { suite } from "./cases/index.ts";
import { suiteOfFolder } from "./cases/own-slates.ts";

/** What both commands can be told about the run. */
export interface RunOptions {
  readonly only?: RegExp;
  readonly quick?: boolean;
  readonly slates?: string;
}

/** A command of the bench, with the options of a run. Bad arguments end the process with 2. */
export function benchCommand(name: string, description: string): Command {
  return new Command(`npm run ${name} --`)
    .description(description)
    .option("--only <pattern>", "run the cases whose name matches a regular expression", pattern)
    .option("--quick", "measure for less time, and ask HiGHS for no second opinion")
    .option("--slates <folder>", "run on the salary files (*.csv) of a folder instead of the sample slates")
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2));
}

/** The cases that the options name. What a folder has besides salary files is named on stderr. */
export function suiteOf({ only, slates }: RunOptions): Suite {
  const chosen = slates === undefined ? suite : ownSlates(slates);
  const matches = ({ name }: { readonly name: string }) => only?.test(name) ?? true;
  return { timed: chosen.timed.filter(matches), memory: chosen.memory.filter(matches) };
}

function ownSlates(folder: string): Suite {
  const { skipped, ...own } = suiteOfFolder(folder);
  for (const reason of skipped) process.stderr.write(`Left out: ${reason}\n`);
  return own;
}

function pattern(text: string): RegExp {
  try {
    return new RegExp(text, "i");
  } catch {
    throw new InvalidArgumentError("It must be a regular expression.");
  }
}
