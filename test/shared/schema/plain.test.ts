import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InvalidRequestError } from "../../../src/shared/errors.ts";
import { fantasyPerformanceDocumentSchema } from "../../../src/shared/schema/performances.ts";
import { isPlainProjections, parseProjections } from "../../../src/shared/schema/plain.ts";
import { parseLineupRequest } from "../../../src/shared/schema/request.ts";
import { type Change, changed, changeWith } from "../../support/changed-json.ts";
import { smallInputs } from "../../support/inputs.ts";
import { runs, share, Tally } from "../../support/runs.ts";

const RUNS = 600;

const classic = smallInputs("american-football.draftkings.classic");
const showdown = smallInputs("basketball.draftkings.showdown");

/** Every field of a body. */
const fullBody = {
  ...showdown.body,
  include: { players: [{ player: showdown.body.players[0]!.player, position: "CPT" }], teams: [] },
  exclude: { players: [showdown.body.players[1]!.player], teams: [] },
  teams: [{ team: classic.body.teams![0]!.team, salary: 3000, captainSalary: 4500 }],
  positions: { PG: 1, "SG/SF": 0 },
  cap: 50_000,
  count: 3,
  stack: false,
};

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    undefined,
    "",
    "QB",
    "x".repeat(41),
    Number.NaN,
    Infinity,
    -0,
    1e9,
    1e9 + 1,
  ),
  fc.constantFrom<unknown>(-1, 0.5, 2 ** 53, 10_000, 10_001, [], {}, [[]], new Date(0), new (class Row {})()),
  fc.constantFrom<unknown>("__proto__", "salary", "player", "position", "relationships", "data"),
  fc.constantFrom<unknown>(
    showdown.body.games[0]!.toUpperCase(),
    `${showdown.body.games[0]}\n`,
    showdown.body.games[0]!.replace("-", ""),
    ["FantasyPerformance"],
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

/** The document with a few changes, most often none or one. */
function changedFrom<Document>(documents: readonly Document[]): fc.Arbitrary<unknown> {
  return fc
    .tuple(fc.constantFrom(...documents), fc.array(changeWith(odd), { maxLength: 3 }))
    .map(([document, changes]: [Document, Change[]]) => changed(document, changes));
}

/** A function's result, or the error objects that it throws. */
function outcomeOf<Result>(run: () => Result): unknown {
  try {
    return { returned: run() };
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidRequestError);
    return "refused";
  }
}

it("reports at most 20 faults of a body, however many it has", () => {
  const unknown = Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`field${at}`, 0]));
  const players: unknown[] = new Array(90).fill({});
  for (const fields of [unknown, { include: unknown }, { players }, { ...unknown, players }]) {
    const refusal = expect.objectContaining({ issues: expect.objectContaining({ length: 20 }) });
    expect(() => parseLineupRequest({ ...fullBody, ...fields })).toThrow(refusal);
  }
});

it("stops reading a long list after the faults of its first items, and says that there are more", () => {
  const issuesOf = (players: readonly unknown[]) => {
    const refused = expectInvalid(() => parseLineupRequest({ ...fullBody, players }));
    return refused.issues.map(({ detail, source }) => [Object.values(source ?? {})[0], detail]);
  };
  let read = 0;
  const bad = {
    ...{ player: "who", position: "QB" },
    get salary() {
      read += 1;
      return -1;
    },
  };
  const sound = fullBody.players[0]!;
  const issues = issuesOf([sound, ...new Array(1_900).fill(bad)]);
  // Ten players have 20 faults; one more is read, and the first also by hand.
  expect(read).toBeLessThanOrEqual(15);
  expect(issues.map(([pointer]) => pointer)).toEqual(
    Array.from({ length: 20 }, (_, at) => `/players/${1 + (at >> 1)}/${at % 2 === 0 ? "player" : "salary"}`),
  );
  expect(issues[19]![1]).toMatch(/\(got -1\)\. More is wrong: these are the first 20 faults\.$/);
  const all = issuesOf([...new Array(9).fill(sound), ...new Array(10).fill(bad)]);
  expect(all).toHaveLength(20);
  expect(all[19]![1]).toMatch(/\(got -1\)\.$/);
});

/** A function's errors. */
function expectInvalid(run: () => unknown): InvalidRequestError {
  try {
    run();
  } catch (error) {
    if (error instanceof InvalidRequestError) return error;
  }
  throw new Error("it is not refused");
}

it("refuses a minimum of __proto__, which a schema's record omits", () => {
  const positions: unknown = JSON.parse('{ "__proto__": 1 }');
  expect(() => parseLineupRequest({ ...fullBody, positions })).toThrow(
    "/positions/__proto__ is not a field of the request. Remove it.",
  );
  // The path is not stored at each level: for 200,000 that would take quadratic memory.
  const deep: unknown = Array.from({ length: 200_000 }).reduce((inner) => [inner], null);
  expect(() => parseLineupRequest(deep)).toThrow("the document: must be an object");
});

describe("projections read by hand", () => {
  it("equal their schema's result, and are refused whenever the schema refuses them", () => {
    const tally = new Tally();
    fc.assert(
      fc.property(changedFrom<unknown>([classic.projections, showdown.projections]), (document) => {
        const parsed = fantasyPerformanceDocumentSchema.safeParse(document);
        const plain = isPlainProjections(document);
        if (plain) expect({ success: true, data: document }).toEqual(parsed);
        expect(outcomeOf(() => parseProjections(document))).toEqual(
          parsed.success ? { returned: parsed.data } : "refused",
        );
        tally.add(plain ? "by hand" : parsed.success ? "by schema" : "refused");
      }),
      runs(RUNS),
    );
    expect(tally.of("by hand"), `${tally}`).toBeGreaterThan(share(RUNS, 0.3));
    expect(tally.of("refused"), `${tally}`).toBeGreaterThan(share(RUNS, 0.2));
    expect(tally.of("by schema"), `${tally}`).toBeLessThan(share(RUNS, 0.1));
  });
});
