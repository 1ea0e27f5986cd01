import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { slateInputs } from "../../../src/files/slate-inputs.ts";
import { readSlateFile } from "../../../src/platform/node/files.ts";
import { createOptimizer } from "../../../src/platform/node/optimizer.ts";
import { InvalidRequestError } from "../../../src/shared/errors.ts";

const optimizer = await createOptimizer({ threads: 0 });
afterAll(() => optimizer.close());

const NAME = "examples/slates/mma.draftkings.classic.csv";
const slate = readSlateFile(readFileSync(NAME), { file: NAME });
const inputs = slateInputs(slate);
/** Ownership that adds up to the six fighters of each lineup. */
const ownership = slate.entries.map(({ uuid }) => ({ uuid, percent: 600 / slate.entries.length }));
const { data } = await optimizer.optimize({ ...inputs, count: 60 });
const all = data.map(({ attributes }) =>
  Object.entries(attributes.byPositions).flatMap(([slot, seats]) =>
    seats.map(({ uuid }) => ({ uuid, slot })),
  ),
);
const gameOf = new Map(slate.entries.map(({ uuid, game }) => [uuid, game]));
const isApart = (lineup: (typeof all)[number]) =>
  new Set(lineup.map(({ uuid }) => gameOf.get(uuid))).size === lineup.length;
/** Lineups of six fights. */
const lineups = all.filter(isApart);

describe("expected duplicates", () => {
  test("are those of a contest with such opponents, and in proportion to their number", async () => {
    const few = await optimizer.expectedDuplicates({ ...inputs, lineups, field: { size: 1_000, ownership } });
    const many = await optimizer.expectedDuplicates({
      ...inputs,
      lineups,
      field: { size: 200_000, ownership },
    });
    const { entries } = await optimizer.contest(
      {
        ...{ ...inputs, entries: lineups, payouts: { fee: 1, shape: "50/50" } },
        field: { size: 200_000, ownership, others: 0 },
      },
      { draws: 1 },
    );
    expect(many).toMatchObject({ opponents: 200_000, standings: expect.stringContaining("5 March 2022") });
    let [drawn, expected] = [0, 0];
    for (const [index, { duplicates }] of entries.entries()) {
      const one = many.expected[index]!;
      expect(one).toBeGreaterThan(0);
      // Both count legal lineups among draws of their own.
      expect(one / duplicates.expected!).toBeCloseTo(1, 1);
      expect(one / few.expected[index]! / 200).toBeCloseTo(1, 1);
      drawn += duplicates.drawn;
      expected += one;
    }
    expect(expected / drawn).toBeGreaterThan(0.9);
    expect(expected / drawn).toBeLessThan(1.1);
  });

  test("are fewer for lineups with both fighters of a fight, which opponents avoid", async () => {
    expect(lineups.length).toBeGreaterThan(20);
    const mixed = [...lineups, ...all.filter((lineup) => !isApart(lineup))];
    const { expected } = await optimizer.expectedDuplicates({
      ...{ ...inputs, lineups: mixed, field: { ownership } },
    });
    const [apart, both] = [expected.slice(0, lineups.length), expected.slice(lineups.length)];
    // All cost nearly the same, and all fighters are equally popular.
    expect(both.length).toBeGreaterThan(0);
    expect(Math.min(...both.map(Number))).toBeGreaterThan(0);
    expect(Math.max(...both.map(Number))).toBeLessThan(0.5 * Math.max(...apart.map(Number)));
  });

  test("are unknown for a player without points, and refuse ownership beyond 100%", async () => {
    const [lineup] = lineups;
    const stranger = { ...lineup![0]!, uuid: "11111111-1111-5111-8111-111111111111" };
    const field = { size: 100, ownership };
    const { expected } = await optimizer.expectedDuplicates({
      ...inputs,
      lineups: [lineup!.with(0, stranger), lineup!],
      field,
    });
    expect(expected).toEqual([null, expect.any(Number)]);
    await expect(
      optimizer.expectedDuplicates({
        ...inputs,
        lineups,
        field: { ownership: [{ uuid: "x", percent: 101 }] },
      }),
    ).rejects.toThrow(InvalidRequestError);
  });
});
