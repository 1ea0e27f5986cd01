import { CommanderError } from "commander";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { failureOf } from "../../src/cli/errors.ts";
import {
  AbortedError,
  InvalidRequestError,
  LineupError,
  SolverFailedError,
  TimeLimitError,
} from "../../src/shared/errors.ts";

beforeEach(() => void vi.stubEnv("DFS_LINEUPS_TRACE", undefined));
afterEach(() => void vi.unstubAllEnvs());

const issue = (detail: string) => ({ code: "invalid-option", detail, source: { parameter: "--x" } });

describe("a command that failed", () => {
  it.each<[string, unknown, number]>([
    ["bad input", new InvalidRequestError([issue("bad")]), 2],
    ["a time limit", new TimeLimitError(1_000), 70],
    ["a solver", new SolverFailedError("broken"), 70],
    ["anything unforeseen", new TypeError("x is undefined"), 70],
    ["what is no error at all", "thrown text", 70],
    ["SIGINT", new AbortedError("SIGINT"), 130],
    ["SIGTERM", new AbortedError("SIGTERM"), 143],
    ["requested help", new CommanderError(0, "help", "help"), 0],
    ["a command line that cannot be read", new CommanderError(1, "unknown", "unknown option"), 2],
  ])("by %s exits with its code", (_, error, exitCode) => {
    expect(failureOf(error).exitCode).toBe(exitCode);
  });

  it("prints each fault on its own line", () => {
    const { text } = failureOf(new InvalidRequestError([issue("one is wrong."), issue("two is\nwrong.")]));
    expect(text).toBe("dfs-lineups: one is wrong.\ndfs-lineups: two is wrong.\n");
  });

  it("shortens a value of a megabyte in the middle, and keeps place and remedy", () => {
    for (const value of ["x".repeat(2 ** 20), "x ".repeat(2 ** 19)]) {
      const { text } = failureOf(
        new InvalidRequestError([issue(`line 3: "${value}" is no salary. Give one.`)]),
      );
      expect(text).toMatch(/^dfs-lineups: line 3: "x[x ]+…[x ]+" is no salary\. Give one\.\n$/);
      expect(text.length).toBeLessThan(400);
    }
  });

  it("prints nothing if the parser already printed the error", () => {
    expect(failureOf(new CommanderError(1, "unknown", "unknown option")).text).toBe("");
  });

  it("reports an internal error as such, in one line, and how to see its stack trace", () => {
    const { text } = failureOf(new TypeError("x is\nundefined"));
    expect(text).toMatch(/^dfs-lineups: internal error: x is undefined\. .*DFS_LINEUPS_TRACE=1.*\n$/);
  });

  it("shows the stack trace and the causes if asked to", () => {
    vi.stubEnv("DFS_LINEUPS_TRACE", "1");
    const error = new SolverFailedError("broken", new Error("the deeper reason"));
    expect(error).toBeInstanceOf(LineupError);
    const { text } = failureOf(error);
    expect(text).toContain("failure.test.ts");
    expect(text).toContain("caused by Error: the deeper reason");
  });
});
