import type { FantasyPerformance } from "../../shared/schema/performances.ts";
import type { SmallRequest } from "../requests/small-request.ts";
import type { Answer } from "./answer.ts";

/** The request with one more player excluded. */
export function excluding(request: SmallRequest, player: string): SmallRequest {
  const { exclude } = request.body;
  const players = [...(exclude?.players ?? []), player];
  return { ...request, body: { ...request.body, exclude: { ...exclude, players } } };
}

/** The request with a player included, in its current slot or in any; an included player is unchanged. */
export function including(
  request: SmallRequest,
  { uuid, kind, slot }: Answer["seats"][number],
  inSlot: boolean,
): SmallRequest {
  const { include } = request.body;
  const players = include?.players ?? [];
  const teams = include?.teams ?? [];
  if (players.some(({ player }) => player === uuid) || teams.some(({ team }) => team === uuid))
    return request;
  const where = inSlot ? { position: slot } : {};
  const more =
    kind === "player"
      ? { players: [...players, { player: uuid, ...where }], teams }
      : { players, teams: [...teams, { team: uuid, ...where }] };
  return { ...request, body: { ...request.body, include: more } };
}

/** The request with other projected points. */
export function scaled(request: SmallRequest, change: (points: number) => number): SmallRequest {
  const changed = (value: unknown) => (typeof value === "number" ? change(value) : value);
  const projections = request.projections.map(
    (one): FantasyPerformance => ({
      ...one,
      attributes: Object.fromEntries(
        Object.entries(one.attributes).map(([name, value]) => [name, changed(value)]),
      ) as FantasyPerformance["attributes"],
    }),
  );
  return { ...request, projections };
}

/** The request with its lists in another order. */
export function reordered(request: SmallRequest, draw: (below: number) => number): SmallRequest {
  const { body } = request;
  return {
    ...request,
    body: {
      ...body,
      players: shuffled(body.players ?? [], draw),
      teams: shuffled(body.teams ?? [], draw),
      games: shuffled(body.games, draw),
    },
    projections: shuffled(request.projections, draw),
  };
}

/** The request with all GUIDs replaced. */
export function renamed(request: SmallRequest): SmallRequest {
  const guid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
  const other = (name: string) =>
    name.replace(/[0-9a-f]/gi, (digit) => (15 - Number.parseInt(digit, 16)).toString(16));
  return JSON.parse(JSON.stringify(request).replace(guid, other)) as SmallRequest;
}

/** The request without some players of its pool, among those it does not name elsewhere. */
export function without(request: SmallRequest, isOut: () => boolean): SmallRequest {
  const { players = [], include, exclude } = request.body;
  const named = new Set([
    ...(include?.players ?? []).map(({ player }) => player),
    ...(exclude?.players ?? []),
    ...request.excludedSlots.map(({ uuid }) => uuid),
  ]);
  const kept = players.filter(({ player }) => named.has(player) || !isOut());
  return { ...request, body: { ...request.body, players: kept } };
}

function shuffled<Item>(items: readonly Item[], draw: (below: number) => number): Item[] {
  return items
    .map((item) => ({ item, key: draw(2 ** 20) }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
