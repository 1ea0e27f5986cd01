import { existsSync, readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { writeLineups } from "../../src/cli/output.ts";
import { InvalidFileError } from "../../src/shared/errors.ts";
import { rejection } from "../support/client.ts";
import { Scratch } from "../support/command.ts";

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

test("one text is written to the named file", async () => {
  const file = scratch.path("up.csv");
  await writeLineups(["a\n"], file);
  expect(readFileSync(file, "utf8")).toBe("a\n");
});

test("several texts are written to numbered files", async () => {
  await writeLineups(["a\n", "b\n"], scratch.path("many.v2.csv"));
  expect(readFileSync(scratch.path("many.v2-1.csv"), "utf8")).toBe("a\n");
  expect(readFileSync(scratch.path("many.v2-2.csv"), "utf8")).toBe("b\n");
});

test("nothing is written if a folder is missing", async () => {
  const file = scratch.path("nowhere/up.csv");
  expect(await rejection(writeLineups(["a\n"], file))).toBeInstanceOf(InvalidFileError);
  expect(existsSync(file)).toBe(false);
});
