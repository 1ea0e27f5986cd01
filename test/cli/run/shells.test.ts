import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { DEFINITIONS } from "../../../src/cli/options/definitions.ts";
import {
  bashCompletion,
  completedCommands,
  fishCompletion,
  zshCompletion,
} from "../../../src/cli/run/completion.ts";
import { dfsLineups, PROCESS_TIMEOUT, Scratch } from "../../support/command.ts";
import { INSTALLATION, systemProgram } from "../../support/system.ts";

vi.setConfig({ testTimeout: PROCESS_TIMEOUT });

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

const commands = completedCommands();
const SCRIPTS = {
  bash: scratch.write("bash.sh", bashCompletion(commands)),
  zsh: scratch.write("zsh.zsh", zshCompletion(commands)),
  fish: scratch.write("fish.fish", fishCompletion(commands)),
};
const NAMES = Object.keys(DEFINITIONS);

beforeAll(() => {
  for (const shell of ["bash", "zsh", "fish"]) ofPath(shell) ?? systemProgram(`/usr/bin/${shell}`, shell);
}, INSTALLATION);

/** The shell's path: distributions other than Debian may have it elsewhere. */
function ofPath(shell: string): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.map((folder) => join(folder, shell)).find(existsSync);
}

const linesOf = (text: string) => text.split("\n").filter((line) => line !== "");

/** The completions that each shell offers for these words; the last one is being typed. */
const OFFERED = {
  bash(words: readonly string[]) {
    const script = `source "$1"; COMP_WORDS=(dfs-lineups "\${@:2}"); COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 ))
_dfs_lineups; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return linesOf(run("bash", ["--norc", "-c", script, "bash", SCRIPTS.bash, ...words]));
  },
  fish(words: readonly string[]) {
    const script = "source $argv[1]; complete -C (string join -- ' ' dfs-lineups $argv[2..])";
    const lines = linesOf(run("fish", ["--no-config", "-c", script, SCRIPTS.fish, ...words]));
    return lines.map((line) => line.split("\t")[0]!);
  },
};

function run(shell: string, args: readonly string[]): string {
  return execFileSync(shell, args, { encoding: "utf8", cwd: scratch.folder });
}

describe("shell completion", () => {
  it("offers all commands with all their options and listed values", () => {
    expect(commands.map(({ name }) => name)).toEqual(NAMES);
    const optimize = commands.find(({ name }) => name === "optimize")!;
    const valueFor = (flag: string) => optimize.options.find(({ flags }) => flags.includes(flag))!.value;
    expect(valueFor("-o")).toEqual("file");
    expect(valueFor("--site")).toEqual(["dk", "fd", "yahoo"]);
    expect(valueFor("--cap")).toEqual([]);
    expect(valueFor("--stack")).toBeNull();
    const repeatable = optimize.options.filter(({ isRepeatable }) => isRepeatable);
    expect(repeatable.map(({ flags }) => flags[0])).toEqual(
      expect.arrayContaining(["--lock", "--exclude", "--rules"]),
    );
    for (const { description, isRepeatable } of optimize.options)
      expect(description.includes("may be repeated"), description).toBe(isRepeatable);
  });

  it("is printed by the command itself", async () => {
    const { exitCode, stdout } = await dfsLineups(["completion", "bash"]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: bashCompletion(commands) });
    expect((await dfsLineups(["completion", "tcsh"])).exitCode).toBe(2);
  });
});

describe.each(["bash", "fish"] as const)("%s", (shell) => {
  const offered = OFFERED[shell];

  it("offers the commands", () => {
    expect(offered([""])).toEqual(expect.arrayContaining([...NAMES, "help"]));
    expect(offered(["opt"])).toEqual(["optimize"]);
  });

  it("offers a command's options", () => {
    expect(offered(["optimize", "--s"])).toEqual(
      expect.arrayContaining(["--salaries", "--sport", "--site", "--stack", "--strict", "--solver"]),
    );
    expect(offered(["rules", "--f"])).toEqual(["--format"]);
  });

  it("offers the values that an option lists", () => {
    expect(offered(["optimize", "--format", ""]).sort()).toEqual([
      "compact",
      "csv",
      "json",
      "ndjson",
      "table",
    ]);
    expect(offered(["score", "--site", ""]).sort()).toEqual(["dk", "fd", "yahoo"]);
    expect(offered(["completion", "z"])).toEqual(["zsh"]);
  });
});

describe("zsh", () => {
  it("offers commands, options and values by the script for bash", () => {
    const script = `autoload -U compinit; compinit -u -d "$1"; source "$2"; print $_comps[dfs-lineups]; shift 2
COMP_WORDS=(dfs-lineups "$@"); (( COMP_CWORD = $#COMP_WORDS - 1 )); compgen -F _dfs_lineups -- "$@[-1]"`;
    const asked = (...words: string[]) =>
      linesOf(run("zsh", ["-f", "-c", script, "zsh", scratch.path("compdump"), SCRIPTS.zsh, ...words]));
    expect(asked("")[0]).toContain("_dfs_lineups");
    expect(asked("")).toEqual(expect.arrayContaining(NAMES));
    expect(asked("optimize", "--f")).toContain("--format");
    expect(asked("optimize", "--format", "").slice(1)).toEqual(["table", "compact", "csv", "json", "ndjson"]);
    expect(asked("completion", "").slice(1)).toEqual(expect.arrayContaining(["bash", "zsh", "fish"]));
  });
});
