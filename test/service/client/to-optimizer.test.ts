import { describe, expect, expectTypeOf, it } from "vitest";
import {
  createOptimizer,
  type FantasyPerformanceDocument,
  type LineupRequestInput,
  type PerformanceDocument,
  scoreDocument,
  scorePerformances,
} from "../../../src/index.ts";
import type { CollectionDocument, ResourceOf } from "../../../src/service/client/index.ts";
import { connected } from "../../support/client.ts";

const SPORT = "basketball";

describe("the client's results", () => {
  it("have the types that the optimizer and the scoring accept", () => {
    expectTypeOf<
      CollectionDocument<ResourceOf<"fantasyPerformances">>
    >().toExtend<FantasyPerformanceDocument>();
    expectTypeOf<CollectionDocument<ResourceOf<"performances">>>().toExtend<PerformanceDocument>();
    const body = { book: "bookA", contest: "classic", players: [], games: ["", ""] } as const;
    expectTypeOf(body).toExtend<LineupRequestInput>();
  });

  it("are accepted by the optimizer and the scoring unchanged and frozen", async () => {
    const { client } = await connected();
    const upcoming = { "event.startDate": { after: "now" }, include: ["player", "team"] } as const;
    const [projections, statLines, players, events] = await Promise.all([
      client.fantasyPerformances(SPORT, upcoming).document(),
      client.performances(SPORT, { include: ["player", "team"] }).document(),
      client.players(SPORT).document(),
      client.events(SPORT, { startDate: { after: "now" } }).document(),
    ]);
    const body = {
      book: "bookB",
      contest: "classic",
      players: players.data.flatMap(({ attributes: { uuid, dfsSalary, dfsPosition } }) =>
        dfsSalary && dfsPosition ? [{ player: uuid, salary: dfsSalary, position: dfsPosition }] : [],
      ),
      games: events.data.map(({ attributes }) => attributes.uuid),
    } satisfies LineupRequestInput;
    expect(body.players.length).toBeGreaterThan(100);

    await using optimizer = await createOptimizer({ threads: 0 });
    const lineups = await optimizer.optimize({ sport: SPORT, body, projections });
    expect(lineups.data).toHaveLength(3);

    const tables = (await optimizer.catalog.scoringTables()).filter(({ sport }) => sport === SPORT);
    const scored = scoreDocument(statLines, tables[0]!, { kind: "projected" });
    expect(scored.filter(({ points }) => points !== null)).toHaveLength(statLines.data.length);
    const own = scorePerformances(statLines, [tables[0]!, ...tables.slice(1)], { kind: "projected" });
    const built = await optimizer.optimize({ sport: SPORT, body, projections: own });
    expect(built.data).toHaveLength(3);
  });
});
