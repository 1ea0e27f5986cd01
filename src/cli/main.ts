#!/usr/bin/env node
import modules from "node:module";
import { setFlagsFromString } from "node:v8";
import { failureOf } from "./errors.ts";
import { sayLast } from "./log-lines.ts";
import { program } from "./program.ts";

/**
 * V8's flag, by its major version, that delays optimizing a function until it has done six times the usual
 * work. Most commands end before an optimized function has saved the time that optimizing it took, and longer
 * commands take no longer. Other versions have no such flag, or gain nothing by it.
 */
const OPTIMIZED_LATER: Readonly<Record<string, string>> = {
  11: "--interrupt-budget=400000",
  12: "--invocation-count-for-turbofan=18000",
};
const [version = ""] = process.versions.v8.split(".");
const later = OPTIMIZED_LATER[version];
if (later !== undefined) setFlagsFromString(later);
// Node 22 and later store compiled code in the system's temporary folder, unless `NODE_DISABLE_COMPILE_CACHE`
// is set.
const { enableCompileCache } = modules as { readonly enableCompileCache?: () => unknown };
enableCompileCache?.();
// Collecting garbage in many small steps costs more work. Only servers need the short pauses.
if (!["serve", "studio"].includes(process.argv[2] ?? "")) setFlagsFromString("--no-incremental-marking");

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
