import type { Command } from "commander";
import { describe, expect, it, vi } from "vitest";
import { program, SUMMARIES } from "../../src/cli/program.ts";
import { dfsLineups, PROCESS_TIMEOUT } from "../support/command.ts";

vi.setConfig({ testTimeout: PROCESS_TIMEOUT });

const COMMANDS: readonly Command[] = (await program(Object.keys(SUMMARIES))).commands;

describe("--help", () => {
  it("lists every command", async () => {
    const { exitCode, stdout, stderr } = await dfsLineups(["--help"]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    for (const command of COMMANDS) expect(stdout).toContain(`  ${command.name()} `);
    expect(COMMANDS.length).toBeGreaterThanOrEqual(4);
  });

  it.each(COMMANDS.map((command) => [command.name(), command] as const))(
    "of %s says what the command does and lists every option with its description",
    async (name, command) => {
      const { exitCode, stdout, stderr } = await dfsLineups([name, "--help"]);
      const words = stdout.replaceAll(/\s+/g, " ");
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
      expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
      expect(command.description()).not.toBe("");
      expect(words).toContain(command.description());
      for (const option of command.options) {
        expect(option.description).not.toBe("");
        expect(words).toContain(`${option.flags} ${option.description}`);
      }
    },
  );

  it("is printed on standard error, with the exit code for bad input, if no command is given", async () => {
    const { exitCode, stdout, stderr } = await dfsLineups([]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain("Usage: dfs-lineups");
  });

  it("prints the version", async () => {
    const { exitCode, stdout } = await dfsLineups(["--version"]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
