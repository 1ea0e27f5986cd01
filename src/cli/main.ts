#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { Command } from "commander";
import { DONE, failureOf } from "./failure.ts";
import { optimizeCommand } from "./optimize.ts";
import { rulesCommand } from "./rules.ts";
import { scoreCommand } from "./score.ts";
import { verifyCommand } from "./verify.ts";

/** Every command, in the order of the help. An action returns nothing, or sets the exit code it ends with. */
const COMMANDS = [optimizeCommand, verifyCommand, scoreCommand, rulesCommand];

function program(): Command {
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  const root = new Command("dfs-lineups")
    .description("Exact daily-fantasy lineups: the N best of a contest, proved best.")
    .version(version)
    .exitOverride()
    .configureOutput({
      outputError: (message, write) =>
        write(message.replace(/^error: /, "dfs-lineups: ").replace(/\n(?=.)/g, " ")),
    })
    .addHelpText(
      "after",
      "\nExit codes: 0 done, 1 no legal lineup or violations, 2 bad input, 70 failed, 130 interrupted.",
    );
  for (const create of COMMANDS) root.addCommand(create().copyInheritedSettings(root));
  return root;
}

function fail(error: unknown): void {
  const { text, exitCode } = failureOf(error);
  process.exitCode = exitCode;
  process.stderr.write(text);
}

process.on("uncaughtException", (error) => {
  fail(error);
  process.exit();
});
// A reader of standard error that goes away changes nothing about the result.
process.stderr.on("error", () => {});

process.exitCode = DONE;
program().parseAsync().catch(fail);
