import { afterAll, expect, test } from "vitest";
import { readAliases } from "../../../src/cli/input/files.ts";
import { InvalidFileError } from "../../../src/shared/errors.ts";
import { Scratch } from "../../support/command.ts";

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

test("aliases are read from the file; without a file there are none", async () => {
  const alias = scratch.write("aliases.csv", "from,to\nThe Wall,201\n");
  expect([...(await readAliases({ alias }))!]).toEqual([["thewall", "201"]]);
  expect(await readAliases({})).toBeUndefined();
});

test("a file that is not an alias list is refused", async () => {
  const one = scratch.write("one.csv", "The Wall\n");
  await expect(readAliases({ alias: one })).rejects.toThrow(InvalidFileError);
});
