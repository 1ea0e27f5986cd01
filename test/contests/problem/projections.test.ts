import { describe, expect, it } from "vitest";
import { readProblem } from "../../../src/contests/constraints/readers/read-problem.ts";
import { loadCatalog } from "../../../src/platform/node/catalog.ts";
import type { FantasyPerformance } from "../../../src/shared/schema/performances.ts";
import { lineupRequestSchema } from "../../../src/shared/schema/request.ts";
import { tinyClassic } from "../../support/tiny-contests.ts";
import {
  gameUuid,
  teamUuid,
  tinyProblem,
  tinyProjections,
  tinyRequest,
  uuidOf,
} from "../../support/tiny-problem.ts";
import { build, issuesOf, POOL, STRANGER } from "./support.ts";

describe("projections are refused", () => {
  const good = tinyProjections(POOL);
  const qb = good[0]!;
  const related = (type: string, id: string) => ({ data: { type, id } });

  it.each([
    [
      "two of one player in listed games",
      [...good, { ...qb, relationships: { ...qb.relationships, event: related("Event", gameUuid(1)) } }],
      "several-projections",
      uuidOf("qb"),
    ],
    ["two of one player in one game", [...good, qb], "several-projections", "/data/0"],
    [
      "one without a team",
      [{ ...qb, relationships: { ...qb.relationships, team: null } }, ...good.slice(1)],
      "team-missing",
      "/data/0",
    ],
    [
      "one of absurd size",
      [{ ...qb, attributes: { ...qb.attributes, bookAPoints: 1e9 } }, ...good.slice(1)],
      "invalid-projection",
      "/data/0/attributes/bookAPoints",
    ],
    [
      "a third team in one game",
      [
        ...good.slice(1),
        { ...qb, relationships: { ...qb.relationships, team: related("Team", teamUuid(9)) } },
      ],
      "third-team",
      teamUuid(9),
    ],
  ] satisfies [string, FantasyPerformance[], string, string][])("for %s", (_, data, code, named) => {
    const issues = issuesOf(() => build({}, data));
    expect(issues.map((issue) => [issue.code, issue.source])).toEqual([[code, { parameter: "projections" }]]);
    expect(issues[0]!.detail).toContain(named);
  });
});

describe("projections", () => {
  it("counts zero and negative projections, and uses those of its book", () => {
    const rows = POOL.map((row, index) => ({ ...row, points: index === 0 ? 0 : -2.5 }));
    expect(tinyProblem("classic", rows).entries.map(({ points }) => points)).toEqual([
      0, -2.5, -2.5, -2.5, -2.5, -2.5,
    ]);
    const request = lineupRequestSchema.parse({ ...tinyRequest("classic", POOL), book: "bookB" });
    const tables = [{ ...tinyClassic, book: "bookB" as const }];
    return loadCatalog({ rules: tables }).then((bookB) => {
      const [one, ...others] = tinyProjections(POOL);
      const data = [
        { ...one!, attributes: { ...one!.attributes, bookAPoints: 1, bookBPoints: 2 } },
        ...others,
      ];
      const { entries } = readProblem(bookB.contestOf("tiny", request), request, data);
      expect(entries.map(({ uuid, points }) => [uuid, points])).toEqual([[uuidOf("qb"), 2]]);
    });
  });

  it("takes a player's position from the request", () => {
    const [qb, ...others] = tinyProjections(POOL);
    const elsewhere = { ...qb!, attributes: { ...qb!.attributes, position: "WR" } };
    expect(build({}, [elsewhere, ...others]).entries[0]).toMatchObject({ positions: ["QB"], plays: ["QB"] });
  });

  it.each([1_000, -1_000])("accepts %d points", (points) => {
    const [qb] = tinyProjections([{ ...POOL[0]!, points }]);
    expect(build({}, [qb!]).entries[0]).toMatchObject({ points });
  });

  it.each([1_000.01, -1_000.01, 1e300, -1e300])("refuses %d points as implausible", (points) => {
    const [qb] = tinyProjections([{ ...POOL[0]!, points }]);
    const issues = issuesOf(() => build({}, [qb!]));
    expect(issues).toMatchObject([{ source: { parameter: "projections" } }]);
    expect(issues[0]!.detail).toContain(String(points));
  });

  it("uses the only valid one of two projections: null ones and other games do not count", () => {
    const [qb] = tinyProjections(POOL);
    const elsewhere = {
      ...qb!,
      relationships: { ...qb!.relationships, event: { data: { type: "Event", id: gameUuid(9) } } },
    };
    const none = { ...qb!, attributes: { ...qb!.attributes, bookAPoints: null } };
    expect(build({}, [elsewhere, none, qb!]).entries).toHaveLength(1);
  });

  it("reads a projection at a team's position as the defense's, whatever player it names", () => {
    const dst = tinyProjections(POOL)[4]!;
    const named = {
      ...dst,
      attributes: { ...dst.attributes, position: "D" },
      relationships: { ...dst.relationships, player: { data: { type: "Player", id: STRANGER } } },
    };
    expect(build({}, [named]).entries.map(({ uuid }) => uuid)).toEqual([teamUuid(3)]);
    const { position, ...attributes } = dst.attributes;
    expect(position).toBe("DST");
    expect(build({}, [{ ...dst, attributes }]).entries.map(({ uuid }) => uuid)).toEqual([teamUuid(3)]);
    const kicker = { ...named, attributes: { ...named.attributes, position: "QB" } };
    expect(build({}, [kicker]).entries).toEqual([]);
    for (const other of ["QB", "XX"])
      expect(build({}, [{ ...dst, attributes: { ...attributes, position: other } }]).entries).toEqual([]);
  });
});
