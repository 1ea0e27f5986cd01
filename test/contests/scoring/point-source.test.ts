import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ScoredTerm } from "../../../src/contests/scoring/line.ts";
import { scorePerformance } from "../../../src/contests/scoring/performance.ts";
import type { OptimizeRequest, Optimizer } from "../../../src/optimizer/optimizer.ts";
import { createOptimizer } from "../../../src/platform/node/optimizer.ts";
import { verifyLineups } from "../../../src/platform/node/verify.ts";
import { systemClock } from "../../../src/shared/clock.ts";
import { InvalidRequestError } from "../../../src/shared/errors.ts";
import { guidOfId } from "../../../src/shared/guid-bytes.ts";
import type {
  FantasyPerformanceDocument,
  PerformanceDocument,
} from "../../../src/shared/schema/performances.ts";
import { rejection } from "../../support/client.ts";
import { lineupRequestFor } from "../../support/lineup-request.ts";
import { SCORING, scoringTable } from "../../support/scoring.ts";
import { seedSport } from "../../support/service/data.ts";

let optimizer: Optimizer;
beforeAll(async () => {
  optimizer = await createOptimizer({ threads: 0 });
});
afterAll(() => optimizer.close());

type Contest = readonly [string, "bookA" | "bookB", "classic" | "showdown"];
/** One of each sport, with a captain in one. */
const contests: readonly Contest[] = [
  ["american-football", "bookA", "showdown"],
  ["basketball", "bookB", "classic"],
  ["ice-hockey", "bookA", "classic"],
];

function setting([sport, book, contest]: Contest) {
  const data = seedSport(sport, 5, systemClock);
  const { players, ...rest } = lineupRequestFor(data, book, contest);
  // No slot of a classic contest accepts a kicker.
  const body = {
    ...rest,
    players: players.filter(({ position }) => contest === "showdown" || position !== "K"),
  };
  const performances = { data: data.performances, included: data.players } as unknown as PerformanceDocument;
  const projections = { data: data.fantasy_performances } as unknown as FantasyPerformanceDocument;
  return { sport, book, body, performances, projections };
}

/**
 * The table's points for each player's line, scored one by one; null for a line without any stat of the
 * position.
 */
function pointsByPlayer({ sport, book, performances }: ReturnType<typeof setting>) {
  const table = scoringTable(sport, book);
  const positions = new Map(
    performances.included!.map(({ id, attributes }) => [id, String(attributes?.["dfsPosition"])]),
  );
  return new Map(
    performances.data.map(({ attributes, relationships }) => {
      const { id } = relationships!.player!.data!;
      const { points } = scorePerformance(table, attributes, {
        kind: "projected",
        position: positions.get(id)!,
      });
      return [guidOfId(id)!, points] as const;
    }),
  );
}

describe("a request with stat lines", () => {
  it.each(contests)("uses the table's expected points: %s %s %s", async (...contest) => {
    const given = setting(contest);
    const { sport, body, performances, projections } = given;
    const request = { sport, body, performances, projections };
    const document = await optimizer.optimize(request, { include: ["scoring"] });
    const expected = pointsByPlayer(given);
    const resources = document.included!.filter(({ type }) => type === "Player");
    let scored = 0;
    for (const { id, attributes } of resources) {
      const points = Number(attributes?.["dfsPoints"]);
      const paid = expected.get(guidOfId(id)!)!;
      expect(attributes?.["scoring"] === null).toBe(paid === null);
      if (paid === null) continue;
      scored += 1;
      expect(points).toBeCloseTo(paid, 3);
      const breakdown = attributes?.["scoring"] as readonly ScoredTerm[];
      expect(breakdown.reduce((sum, term) => sum + term.points, 0)).toBeCloseTo(points, 3);
    }

    expect(scored).toBeGreaterThanOrEqual(5);

    // The best lineup for these points by another solver, from projections made one by one.
    const own = {
      data: projections.data.map((projection) => {
        const points = expected.get(guidOfId(projection.relationships.player?.data?.id ?? "") ?? "");
        return points == null
          ? projection
          : { ...projection, attributes: { ...projection.attributes, [`${given.book}Points`]: points } };
      }),
    };
    await using other = await createOptimizer({ threads: 0, solver: "highs" });
    const second = await other.optimize({ sport, body, projections: own, count: 1 });
    expect(document.data[0]!.attributes.points).toBeCloseTo(second.data[0]!.attributes.points, 2);

    const verdict = await verifyLineups({ ...request, lineups: document });
    expect(verdict.violations).toEqual([]);
    expect(verdict.lineups.flatMap(({ violations }) => violations)).toEqual([]);
  });

  it("uses projections for players without a line, such as a defense", async () => {
    const { sport, body, performances, projections } = setting(["american-football", "bookB", "classic"]);
    const { data, included } = await optimizer.optimize(
      { sport, body, performances, projections },
      { include: ["scoring"] },
    );
    const defense = included!.find(({ type }) => type === "Team")!;
    const points = projections.data.find(
      ({ attributes, relationships: { team } }) =>
        attributes.position === "DST" && team?.data?.id === defense.id,
    )!.attributes.bookBPoints;
    expect(defense.attributes).toMatchObject({ dfsPoints: points, scoring: null });
    const alone = await optimizer.optimize({ sport, body, performances }).catch((error) => error);
    expect(alone).toMatchObject({ code: "infeasible" });
    expect(data).toHaveLength(3);
  });

  it("calls the readers of both with the request's games", async () => {
    const { sport, body, performances, projections } = setting(["basketball", "bookA", "classic"]);
    const asked: (readonly string[])[] = [];
    const reader =
      <Document>(document: Document) =>
      async (games: readonly string[]) => {
        asked.push(games);
        return document;
      };
    const lazily = await optimizer.optimize({
      sport,
      body,
      performances: reader(performances),
      projections: reader(projections),
    });
    const { data } = await optimizer.optimize({ sport, body, performances });
    expect(asked).toEqual([body.games, body.games]);
    expect(lazily.data.map(({ attributes }) => attributes.points)).toEqual(
      data.map(({ attributes }) => attributes.points),
    );
  });

  it("names a stat that is not a number, a missing table, and missing points", async () => {
    const { sport, body, performances } = setting(["basketball", "bookA", "classic"]);
    const [first, ...others] = performances.data;
    const broken = {
      data: [...others, { ...first!, attributes: { ...first!.attributes, assists: "many" } }],
    };
    const error = (await rejection(
      optimizer.optimize({ sport, body, performances: broken }),
    )) as InvalidRequestError;
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(error.issues).toMatchObject([{ code: "invalid-stat", source: { parameter: "performances" } }]);
    expect(error.message).toContain(`/data/${others.length}/attributes/assists`);
    const neither = { sport, body } as unknown as OptimizeRequest;
    expect(await rejection(optimizer.optimize(neither))).toMatchObject({
      code: "points-missing",
      source: { parameter: "projections" },
    });
    const wrong = await rejection(
      optimizer.optimize({ sport, body, performances: { data: 1 } as unknown as PerformanceDocument }),
    );
    expect(wrong).toMatchObject({ code: "invalid-field", source: { parameter: "performances" } });
    const unchecked = { data: 1 } as unknown as FantasyPerformanceDocument;
    expect(await rejection(optimizer.optimize({ sport, body, projections: unchecked }))).toMatchObject({
      ...{ code: "invalid-field", source: { parameter: "projections" } },
    });
  });

  it("has no breakdown to include if points are projections", async () => {
    const { sport, body, projections } = setting(["basketball", "bookA", "classic"]);
    const asking = optimizer.optimize({ sport, body, projections }, { include: ["scoring"] });
    expect(await rejection(asking)).toMatchObject({ code: "no-breakdown", source: { parameter: "include" } });
  });
});

describe("a custom scoring table", () => {
  it("replaces the built-in one of its sport and book, and no other", async () => {
    const { sport, body, performances } = setting(["basketball", "bookB", "classic"]);
    const builtIn = scoringTable(sport, "bookB");
    const doubled = structuredClone(builtIn) as typeof builtIn;
    for (const { terms } of doubled.groups) {
      for (const term of terms) if (term.kind === "per-unit") term.points *= 2;
    }
    await using own = await createOptimizer({ threads: 0, scoring: [doubled] });
    const [plain, twice] = await Promise.all(
      [optimizer, own].map((one) => one.optimize({ sport, body, performances, count: 1 })),
    );
    expect(twice!.data[0]!.attributes.points).toBeCloseTo(2 * plain!.data[0]!.attributes.points, 2);
    expect(await own.catalog.scoringTable(sport, "bookA")).toEqual(scoringTable(sport, "bookA"));
    expect(await own.catalog.scoringTables()).toHaveLength(SCORING.length);
    const twoOfOne = await rejection(createOptimizer({ threads: 0, scoring: [doubled, builtIn] }));
    expect(twoOfOne).toMatchObject({ name: "InvalidTableError", file: "scoring[1]", path: "book" });
  });
});
