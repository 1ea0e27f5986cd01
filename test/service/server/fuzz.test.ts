import fc from "fast-check";
import { expect, it } from "vitest";
import { JSON_API } from "../../../src/service/server/exchange.ts";
import { errorSchema } from "../../../src/service/server/openapi.ts";
import { type Change, changed, changeWith } from "../../support/changed-json.ts";
import { PROCESS_TIMEOUT } from "../../support/command.ts";
import { runs, Tally } from "../../support/runs.ts";
import { INPUTS, pathOf, testServer } from "./support.ts";

/** The number of mutated bodies; far more in a long run. */
const RUNS = Number(process.env["DFS_LINEUPS_FUZZ_RUNS"] ?? 200);
const TEXT = JSON.stringify(INPUTS.body);
const GAMES = INPUTS.body.games;

/** Values in places where they are invalid. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    "",
    "QB",
    "CPT",
    0,
    -1,
    3,
    11,
    1e308,
    2 ** 53,
    [],
    {},
    [[]],
    "__proto__",
  ),
  fc.constantFrom<unknown>(...INPUTS.body.players.slice(0, 3).map(({ player }) => player), ...GAMES),
  fc.jsonValue({ maxDepth: 2 }),
);

/** A body with a few values changed. */
function mutated(changes: readonly Change[]): string {
  return JSON.stringify(changed({ ...JSON.parse(TEXT), count: 1 }, changes));
}

/** Bytes of the body replaced, removed or duplicated. */
function garbled(
  cuts: readonly { readonly at: number; readonly length: number; readonly by: string }[],
): string {
  return cuts.reduce((text, { at, length, by }) => {
    const start = at % (text.length + 1);
    return text.slice(0, start) + by + text.slice(start + length);
  }, TEXT);
}

/** A body whose lineups exist. */
const sound = fc
  .record({ count: fc.integer({ min: 1, max: 10 }), cap: fc.integer({ min: 60_000, max: 90_000 }) })
  .map((fields) => JSON.stringify({ ...INPUTS.body, ...fields }));

const body: fc.Arbitrary<string> = fc.oneof(
  { weight: 1, arbitrary: sound },
  { weight: 6, arbitrary: fc.array(changeWith(odd), { maxLength: 4 }).map(mutated) },
  {
    weight: 2,
    arbitrary: fc
      .array(
        fc.record({
          at: fc.nat(),
          length: fc.nat(8),
          by: fc.oneof(fc.constantFrom("", '"', "{", "[", ",", "-", "1e9", "\u0000", "\ud800"), fc.string()),
        }),
        { minLength: 1, maxLength: 3 },
      )
      .map(garbled),
  },
  { weight: 1, arbitrary: fc.json({ maxDepth: 6 }) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 200 }) },
);

const query = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom("", "count=2", "include=selections") },
  { weight: 1, arbitrary: fc.string({ maxLength: 20 }).map((text) => `count=${encodeURIComponent(text)}`) },
);

it("mutated bodies get only well-formed 2xx and 4xx answers", {
  timeout: RUNS * 100 + PROCESS_TIMEOUT,
}, async () => {
  const { url, key, handler } = await testServer({ limits: { requestsPerKey: 1_000_000_000 } });
  const seen = new Tally();
  const property = fc.asyncProperty(body, query, async (text, extra) => {
    const response = await fetch(url + pathOf(key, extra), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: text,
    });
    const answer = (await response.json()) as { data?: unknown[]; meta?: { totalItems: number } };
    seen.add(String(response.status));
    expect(response.headers.get("content-type")).toBe(JSON_API);
    if (response.status === 200) expect(answer.data).toHaveLength(answer.meta!.totalItems);
    else {
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
      const { errors } = errorSchema.parse(answer);
      expect(errors.every(({ status }) => status === String(response.status))).toBe(true);
    }
  });
  await fc.assert(property, { ...runs(1), numRuns: RUNS });
  for (const status of ["200", "400", "422"])
    expect(seen.of(status), String(seen)).toBeGreaterThan(RUNS / 50);
  expect(handler.pending()).toBe(0);
});
