import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Constraint } from "../../../src/contests/constraints/constraint.ts";
import { constraints } from "../../../src/contests/constraints/index.ts";

const namesIn = (folder: string, ending: string) =>
  readdirSync(new URL(folder, import.meta.url))
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .sort();

const SOURCES = "../../../src/contests/constraints/";

/** The constraints that the folder's files export. */
const exported = (
  await Promise.all(namesIn(SOURCES, ".ts").map((name) => import(`${SOURCES}${name}.ts`)))
).flatMap((module: object): Constraint[] =>
  Object.values(module).filter((one) => typeof one?.name === "string" && "rules" in one),
);

describe("the table of constraints", () => {
  const names = constraints.map(({ name }) => name);

  it("has every constraint of its folder, in the order of their names", () => {
    expect(names.length).toBeGreaterThan(5);
    expect(names).toEqual(exported.map(({ name }) => name).sort());
  });
});
