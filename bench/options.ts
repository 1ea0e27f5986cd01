import { existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import type { Suite } from "./cases/case.ts";

/** The run options of both commands. */
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
    .option(
      "--slates <folder>",
      "run on the salary files (*.csv) of a folder instead of the sample slates",
      folder,
    )
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2));
}

/** The cases that the command's options name. Other files of a folder are named on standard error. */
export async function suiteOf(command: Command): Promise<Suite> {
  const { only, slates } = command.opts<RunOptions>();
  const chosen = slates === undefined ? (await import("./cases/index.ts")).suite : await ownSlates(slates);
  const matches = ({ name }: { readonly name: string }) => only?.test(name) ?? true;
  const matching = {
    timed: chosen.timed.filter(matches),
    memory: chosen.memory.filter(matches),
    startup: chosen.startup.filter(matches),
  };
  if (Object.values(matching).every((cases) => cases.length === 0)) {
    const names = [...chosen.timed, ...chosen.startup].map(({ name }) => name).join("\n  ");
    command.error(
      `error: no case to run. ${names === "" ? "The folder has no salary file." : `Known:\n  ${names}`}`,
    );
  }
  return matching;
}

/** Parses the name of an output file, before any work is done. */
export function writableFile(file: string): string {
  if (existsSync(dirname(resolve(file)))) return file;
  throw new InvalidArgumentError("Its folder does not exist.");
}

async function ownSlates(folder: string): Promise<Suite> {
  const { suiteOfFolder } = await import("./cases/own-slates.ts");
  const { skipped, ...own } = suiteOfFolder(folder);
  for (const reason of skipped) process.stderr.write(`Left out: ${reason}\n`);
  return own;
}

function folder(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path;
  throw new InvalidArgumentError("It must be a folder.");
}

function pattern(text: string): RegExp {
  try {
    return new RegExp(text, "i");
  } catch {
    throw new InvalidArgumentError("It must be a regular expression.");
  }
}
