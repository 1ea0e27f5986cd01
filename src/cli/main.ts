#!/usr/bin/env node
import modules from "node:module";
import { failureOf } from "./errors.ts";
import { sayLast } from "./log-lines.ts";
import { program } from "./program.ts";

// Node 22 and later store compiled code in the system's temporary folder, unless `NODE_DISABLE_COMPILE_CACHE`
// is set.
const { enableCompileCache } = modules as { readonly enableCompileCache?: () => unknown };
enableCompileCache?.();
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
// A reader that closes the pipe, such as `head`, causes no error.
process.stderr.on("error", () => {});
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  const reportedByWriter = process.stdout.listenerCount("error") > 1;
  if (error.code !== "EPIPE" && !reportedByWriter) fail(error);
});

/** Settles after all work and output. Does not end the process while anything else keeps it alive. */
export const ended: Promise<unknown> = program(process.argv.slice(2))
  .then((root) => root.parseAsync())
  .catch(fail);
