import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { constraints } from "../../../src/contests/constraints/index.ts";

/** Files of the folder that contain no constraint. */
const HELPERS = ["constraint", "index"];

const namesIn = (folder: string, ending: string) =>
  readdirSync(new URL(folder, import.meta.url))
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .sort();

describe("the table of constraints", () => {
  const files = namesIn("../../../src/contests/constraints/", ".ts").filter(
    (name) => !HELPERS.includes(name),
  );

  it("has every file of its folder, by name and in order", () => {
    expect(files.length).toBeGreaterThan(5);
    expect(constraints.map(({ name }) => name)).toEqual(files);
  });

  it("has a test for each of them", () => {
    expect(namesIn("./", ".test.ts").filter((name) => name !== "index")).toEqual(files);
  });
});
