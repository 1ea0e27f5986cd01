#!/usr/bin/env node
import { failureOf } from "./failure.ts";
import { program } from "./program.ts";

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

program().parseAsync().catch(fail);
