import { afterAll, describe, expect, it, vi } from "vitest";
import type { FantasyLineupDocument } from "../../../src/shared/schema/lineups.ts";
import type { LineupRequestInput } from "../../../src/shared/schema/request.ts";
import { testClient, testService } from "../../support/client.ts";
import { dfsLineups, PROCESS_TIMEOUT, Scratch } from "../../support/command.ts";
import type { Service } from "../../support/service.ts";

vi.setConfig({ testTimeout: PROCESS_TIMEOUT });

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

const SPORT = "basketball";

/** A request for the stub service's players and coming games, and the service's projections of them. */
async function requestOf(service: Service) {
  const client = testClient(service);
  const [players, events, projections] = await Promise.all([
    client.players(SPORT).document(),
    client.events(SPORT, { startDate: { after: "now" } }).document(),
    client.fantasyPerformances(SPORT, { include: ["player", "team"] }).document(),
  ]);
  const body = {
    book: "bookB",
    contest: "classic",
    players: players.data.flatMap(({ attributes: { uuid, dfsSalary, dfsPosition } }) =>
      dfsSalary && dfsPosition ? [{ player: uuid, salary: dfsSalary, position: dfsPosition }] : [],
    ),
    games: events.data.map(({ attributes }) => attributes.uuid),
  } satisfies LineupRequestInput;
  return {
    request: scratch.write("request.json", body),
    projections: scratch.write("projections.json", projections),
  };
}

function optimize(request: string, ...options: readonly string[]) {
  return ["optimize", "--sport", "nba", "--request", request, "--format", "json", ...options];
}

describe("--service", () => {
  it("reads the projections of the request's games, with the same result as a file of them", async () => {
    const service = await testService();
    const { request, projections } = await requestOf(service);
    service.requests.length = 0;
    const environment = { DFS_LINEUPS_SERVICE_KEY: service.apiKey };
    const asked = await dfsLineups(optimize(request, "--service", service.url), { environment });
    expect({ exitCode: asked.exitCode, stderr: asked.stderr }).toMatchObject({ exitCode: 0 });
    expect(asked.stdout + asked.stderr).not.toContain(service.apiKey);
    expect(service.requests.length).toBeGreaterThan(0);
    expect(service.requests.every(({ path }) => path === `/${SPORT}/v2/fantasy_performances`)).toBe(true);
    const read = await dfsLineups(optimize(request, "--projections", projections));
    const points = ({ stdout }: { readonly stdout: string }) =>
      (JSON.parse(stdout) as FantasyLineupDocument).data.map(({ attributes }) => attributes.points);
    expect(points(asked)).toHaveLength(3);
    expect(points(asked)).toEqual(points(read));
    const verified = await dfsLineups(
      ["verify", "--sport", "nba", "--request", request, "--service", service.url, "--lineups", "-"],
      { environment, input: asked.stdout },
    );
    expect(verified.stdout).toBe("3 lineups, nothing wrong.\n");
  });

  it("needs the service's key", async () => {
    const request = scratch.write("empty.json", {
      book: "bookA",
      contest: "classic",
      players: [],
      games: [],
    });
    const environment = { DFS_LINEUPS_SERVICE_KEY: "" };
    const { exitCode, stderr } = await dfsLineups(optimize(request, "--service", "http://127.0.0.1:9"), {
      environment,
    });
    expect(exitCode).toBe(2);
    expect(stderr).toContain("DFS_LINEUPS_SERVICE_KEY");
  });

  it("ends with 70 if the service rejects the key, without printing the key", async () => {
    const service = await testService();
    const { request } = await requestOf(service);
    const environment = { DFS_LINEUPS_SERVICE_KEY: "not-the-key" };
    const { exitCode, stdout, stderr } = await dfsLineups(optimize(request, "--service", service.url), {
      environment,
    });
    expect({ exitCode, stdout }).toEqual({ exitCode: 70, stdout: "" });
    expect(stderr).toMatch(/^dfs-lineups: .*401/);
    expect(stderr).not.toContain("not-the-key");
  });
});
