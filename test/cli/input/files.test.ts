import { afterAll, describe, expect, it } from "vitest";
import { inputName, readJson, readText } from "../../../src/cli/input/files.ts";
import { InvalidFileError } from "../../../src/shared/errors.ts";
import { rejection } from "../../support/client.ts";
import { Scratch } from "../../support/command.ts";

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

describe("an input", () => {
  it("is named by its path, and - as standard input", () => {
    expect([inputName("a.csv"), inputName("-")]).toEqual(["a.csv", "standard input"]);
  });

  it("is UTF-8 text, without a byte order mark", async () => {
    expect(await readText(scratch.write("marked.txt", "\uFEFFSchröder"))).toBe("Schröder");
  });

  it.each([
    ["that is missing", () => scratch.path("nowhere.json"), "no such file"],
    ["that is a folder", () => scratch.folder, "it is a folder"],
    ["that is empty", () => scratch.write("empty.json", " \n"), "is empty"],
    ["that is no JSON", () => scratch.write("broken.json", '{\n  "a": tru\n}'), /2.*column/s],
  ])("%s: the error names the file", async (_, file, said) => {
    const error = await rejection(readJson(file()));
    expect(error).toBeInstanceOf(InvalidFileError);
    expect((error as Error).message).toMatch(said);
  });
});
