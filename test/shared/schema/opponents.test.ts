import { expect, it } from "vitest";
import { fieldSchema } from "../../../src/shared/schema/contest-play.ts";
import { parseInput } from "../../../src/shared/schema/parse.ts";

const read = (value: unknown) => parseInput(fieldSchema, value, { parameter: "field" });

it("names the fault of the opponents' lineups, not their field", () => {
  expect(() => read({ lineups: [] })).toThrow("field /lineups: ");
  expect(() => read({ lineups: [[{ uuid: "", slot: "PG" }]] })).toThrow("field /lineups/0/0/uuid: ");
});

it("says that a field is not one of the opponents", () => {
  expect(() => read({ size: 5, sizes: 6 })).toThrow("/sizes is not a field of the opponents. Remove it.");
});
