#!/usr/bin/env node
import { failureOf } from "./errors.ts";
import { sayLast } from "./log-lines.ts";
import { program } from "./program.ts";

function fail(error: unknown): void {
  const { text, exitCode } = failureOf(error);
  process.exitCode = exitCode;
  process.stderr.write(text);
}

process.on("uncaughtException", (error) => {
  const { text, exitCode } = failureOf(error);
  process.exitCode = exitCode;
  sayLast(text);
  process.exit();
});
// A closed output pipe changes neither the result nor the help.
process.stderr.on("error", () => {});
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  const reportedByWriter = process.stdout.listenerCount("error") > 1;
  if (error.code !== "EPIPE" && !reportedByWriter) fail(error);
});

/** Settles after all work and output. Does not end the process while anything else keeps it alive. */
export const ended: Promise<unknown> = program(process.argv.slice(2))
  .then((root) => root.parseAsync())
  .catch(fail);
