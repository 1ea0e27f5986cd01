import { spawn } from "node:child_process";
import { describe, expect, it } from "vitest";
import { COMMAND, PROCESS_TIMEOUT, Scratch } from "../support/command.ts";

/** Fills standard error, confirms on standard output, and throws an uncaught exception. */
const FILLS_AND_THROWS = `
  const wait = () => {
    if (process.listenerCount("uncaughtException") === 0) return setImmediate(wait);
    process.stderr.write("x".repeat(1_000_000));
    process.stdout.write("full");
    throw new TypeError("uncaught");
  };
  setImmediate(wait);
`;

describe("an uncaught exception", () => {
  it(
    "is written completely through a full pipe to a slow reader",
    async () => {
      using scratch = new Scratch();
      const preload = scratch.write("fills.mjs", FILLS_AND_THROWS);
      const child = spawn(process.execPath, ["--import", preload, COMMAND, "rules"]);
      const stderr: Buffer[] = [];
      child.stdout.once("data", () => child.stderr.on("data", (bytes: Buffer) => stderr.push(bytes)));
      const exitCode = await new Promise((resolve) => child.once("close", resolve));
      const said = Buffer.concat(stderr).toString();
      expect(said.length).toBeLessThan(1_000_000);
      expect(said).toMatch(/x\S*dfs-lineups:\S* internal error: uncaught\. .*\n$/s);
      expect(exitCode).toBe(70);
    },
    PROCESS_TIMEOUT,
  );
});
