import { expect, test } from "vitest";
import { changesOf } from "./changes.ts";
import { gone, MUTATION_KEPT, SABOTAGE_KEPT } from "./kept.ts";
import { MUTATED } from "./mutated.ts";
import { SABOTAGED } from "./sabotaged.ts";

test.each([
  ["mutation", MUTATION_KEPT, MUTATED, 10_000],
  ["sabotage", SABOTAGE_KEPT, SABOTAGED, 2_000],
])("every change that %s keeps with a reason still exists", (_, kept, parts, least) => {
  const changes = Object.values(parts).flatMap(changesOf);
  expect(changes.length).toBeGreaterThan(least);
  expect(gone(kept, changes)).toEqual([]);
  expect(gone(kept, []).length).toBeGreaterThan(10);
});
