// Lineups from the prediction service, and its changes since.
import { createOptimizer } from "dfs-lineups";
import { createServiceClient } from "dfs-lineups/client";

const sport = "ice-hockey";
const { SERVICE_URL: baseUrl = "", DFS_LINEUPS_SERVICE_KEY: apiKey = "" } = process.env;
const service = createServiceClient({ baseUrl, apiKey });

const upcoming = { after: "now" };
const [events, players, projections] = await Promise.all([
  service.events(sport, { startDate: upcoming }).document(),
  service.players(sport, { count: 100 }).document(),
  service.fantasyPerformances(sport, { "event.startDate": upcoming, include: ["player", "team"] }).document(),
]);
const body = {
  book: "bookA",
  contest: "classic",
  players: players.data.flatMap(({ attributes: { uuid, dfsSalary: salary, dfsPosition: position } }) =>
    salary && position ? [{ player: uuid, salary, position }] : [],
  ),
  games: events.data.map(({ attributes }) => attributes.uuid),
} as const;

await using optimizer = await createOptimizer({ threads: 0 });
const { data } = await optimizer.optimize({ sport, body, projections });
console.log(`${data.length} lineups of ${body.games.length} games`);

const [change] = (await service.changes(sport, { count: 1, page: 1 }).document()).data;
const changed = await service.entity(change?.id ?? "").document();
console.log(`last changed: a ${changed.data.type}`);
await service.close();

/* Prints:
3 lineups of 4 games
last changed: a FantasyPerformance
*/
