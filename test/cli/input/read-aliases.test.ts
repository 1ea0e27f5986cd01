import { afterAll, describe, expect, it } from "vitest";
import { readAliases } from "../../../src/cli/input/read-aliases.ts";
import { InvalidFileError, InvalidRequestError } from "../../../src/shared/errors.ts";
import { Scratch } from "../../support/command.ts";

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

const alias = scratch.write("aliases.csv", "from,to\nThe Wall,201\n");

describe("aliases", () => {
  it.each([
    ["--projections", { projections: "mine.csv" }],
    ["--performances", { performances: "lines.json" }],
    ["--lock", { lock: ["The Wall"] }],
    ["--exclude", { exclude: ["The Wall"] }],
  ])("explain the names of %s", async (_, options) => {
    const aliases = await readAliases({ scoring: [], alias, ...options });
    expect([...aliases!]).toEqual([["thewall", "201"]]);
  });

  it("are none where none are given", async () => {
    expect(await readAliases({ scoring: [], lock: ["The Wall"] })).toBeUndefined();
  });

  it("are refused where no option names anybody, and where the file is no list of names", async () => {
    await expect(readAliases({ scoring: [], alias })).rejects.toThrow(InvalidRequestError);
    const one = scratch.write("one.csv", "The Wall\n");
    await expect(readAliases({ scoring: [], alias: one, lock: [] })).rejects.toThrow(InvalidFileError);
  });
});
