import { describe, expect, expectTypeOf, it } from "vitest";
import {
  type CommandName,
  checkInput,
  DEFINITIONS,
  type Options,
} from "../../../src/cli/options/definitions.ts";
import { bookWord } from "../../../src/cli/options/parsers.ts";
import {
  checkedOptions,
  command,
  type Definition,
  excludes,
  needs,
  type OptionsOf,
  requires,
  tableOf,
} from "../../../src/cli/options/table.ts";
import { InvalidRequestError } from "../../../src/shared/errors.ts";

const SAMPLE = command({
  description: "a sample",
  arguments: { "[word]": "a word", "[file]": "a file" },
  options: {
    One: {
      "-a, --first-file <file>": "a file",
      "--second <file>": { help: "another file", required: true },
      "--out <file>": { help: "a file that is written", writes: true },
    },
    Two: {
      "--book <book>": { help: "a book", parse: bookWord },
      "--site <site>": { help: "the same", parse: bookWord, means: "--book" },
      "--kind <kind>": { help: "a kind", choices: ["x", "y"], default: "x" },
      "--many <one>": { help: "several", repeats: true },
      "--no-report": "no report",
      "--quiet": "nothing is said",
    },
  },
  rules: [
    needs(["--many"], ["--kind y", "--quiet"], ", which it is about"),
    excludes(["--quiet", "--kind"], "--out", "Leave it out."),
    requires("--first-file", "Give a file.", ["--quiet", "skip"]),
    { options: ["-"], if: ["--out"], message: "cannot be standard input with --out." },
  ],
});
type Sample = OptionsOf<typeof SAMPLE>;

const USUAL = { second: "s", kind: "x", report: true, firstFile: "f" };
const checked = (options: Partial<Sample>, ...values: readonly unknown[]) =>
  checkedOptions(SAMPLE, { ...USUAL, ...options }, values);

describe("the options of a command", () => {
  it("have the types of their definitions", () => {
    expectTypeOf<Sample["firstFile"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Sample["second"]>().toEqualTypeOf<string>();
    expectTypeOf<Sample["book"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Sample["kind"]>().toEqualTypeOf<"x" | "y">();
    expectTypeOf<Sample["many"]>().toEqualTypeOf<readonly string[] | undefined>();
    expectTypeOf<Sample["report"]>().toEqualTypeOf<boolean>();
    expectTypeOf<Sample["quiet"]>().toEqualTypeOf<boolean | undefined>();
    expectTypeOf<Options<"key">>().toEqualTypeOf<Options<"completion">>();
  });

  it("are returned unchanged if no rule is broken", () => {
    expect(checked({})).toEqual(USUAL);
    expect(checked({ many: ["m"], kind: "y" })).toMatchObject({ many: ["m"], kind: "y" });
    expect(checked({ many: [] })).toMatchObject({ many: [] });
    expect(checkedOptions(SAMPLE, { second: "s", kind: "x" }, ["skip"])).toEqual({ second: "s", kind: "x" });
  });

  it("may be given by their alias, but not by both names with different values", () => {
    expect(checked({ site: "bookB" })).toMatchObject({ book: "bookB" });
    expect(checked({ book: "bookA", site: "bookA" })).toMatchObject({ book: "bookA" });
    expect(() => checked({ book: "bookA", site: "bookB" })).toThrow(
      "--site means FanDuel, but --book is DraftKings. Give one of them.",
    );
  });

  it.each<[string, Partial<Sample>, readonly string[]]>([
    ["--many requires --kind y or --quiet, which it is about.", { many: ["m"] }, []],
    ["--quiet cannot be combined with --out. Leave it out.", { quiet: true, out: "o" }, []],
    ["--kind cannot be combined with --out. Leave it out.", { kind: "y", out: "o" }, []],
    ["--first-file is missing. Give a file.", { firstFile: undefined as never }, ["other"]],
    ["--second cannot be standard input with --out.", { out: "o", second: "-" }, []],
    ["--second and the command's file cannot both read standard input (-).", { second: "-" }, ["-"]],
    ["--second and --first-file cannot both read standard input (-).", { firstFile: "-", second: "-" }, []],
  ])("are refused: %s", (message, options, values) => {
    expect(() => checked(options, ...values)).toThrow(InvalidRequestError);
    expect(() => checked(options, ...values)).toThrow(message);
  });

  it("may write to standard output", () => {
    expect(checked({ out: "-" })).toMatchObject({ out: "-" });
  });
});

describe("the rules of every command", () => {
  const longOf = (flags: string) => /--[\w-]+/.exec(flags)![0];

  it("refer only to the command's options", () => {
    let flags = 0;
    for (const [name, definition] of Object.entries<Definition>(DEFINITIONS)) {
      const known = new Set(Object.keys(tableOf(definition)).map(longOf));
      for (const { options, if: those = [], unless = [] } of definition.rules ?? []) {
        const named = [...options, ...those, ...unless].filter((flag) => flag.startsWith("--"));
        // Some options whose descriptions mention --alias are missing in some commands.
        const strange = named.filter((flag) => !known.has(longOf(flag)) && !/^--(lock|exclude)$/.test(flag));
        expect({ name, strange }).toEqual({ name, strange: [] });
        flags += named.length;
      }
    }
    expect(flags).toBeGreaterThan(50);
  });
});

describe("a command", () => {
  const refused = (name: CommandName, options: object, ...values: string[]) =>
    checkedOptions(DEFINITIONS[name], { ...options }, values);

  it.each<[string, CommandName, object, string[]]>([
    ["--from performances requires --service.", "serve", { from: "performances", projections: "p" }, []],
    ["--service is missing. Give it or --projections.", "serve", {}, []],
    ["the command's file cannot be standard input with --watch", "swap", { watch: "w" }, ["-"]],
    ["--id is missing. Name the job.", "batch", { out: "o" }, ["extract"]],
    ["--manifest must be a file", "batch", { manifest: "-", out: "o" }, ["run"]],
    ["--queue is missing.", "worker", {}, []],
    [
      "--book is missing. Name the book whose scoring applies: DraftKings, FanDuel or Yahoo",
      "score",
      { performances: "p" },
      [],
    ],
    ["--sport chooses which contests to show", "rules", { sport: "nfl" }, ["check", "f"]],
    [
      "--salaries and --lineups cannot both read standard input",
      "verify",
      { salaries: "-", lineups: "-" },
      [],
    ],
    ["--projections and another file cannot both read", "slate", { projections: ["p", "-", "-"] }, ["f"]],
  ])("says %s", (message, name, options, values) => {
    expect(() => refused(name, options, ...values)).toThrow(message);
  });
});

describe("the options of a lineup request", () => {
  it.each([
    ["a salary file", { salaries: "s", lock: ["x"] }],
    ["a request with projections", { request: "r", projections: ["p"], sport: "basketball" }],
    ["a request with a service", { request: "r", service: "u", sport: "basketball" }],
    ["aliases of stat lines", { salaries: "s", performances: "p", alias: "a" }],
  ])("may be %s", (_, options) => {
    expect(() => checkInput({ ...options, scoring: [] })).not.toThrow();
  });

  it("name aliases only with a file or an option that has names", () => {
    expect(() => checkInput({ salaries: "s", alias: "a" })).toThrow("--alias requires --projections");
  });
});
