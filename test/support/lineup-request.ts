import { contestName } from "../../src/contests/catalog/catalog.ts";
import type { ContestTable } from "../../src/contests/constraints/readers/contest-table.ts";
import { loadCatalog } from "../../src/platform/node/catalog.ts";
import { guidOfId } from "../../src/shared/guid-bytes.ts";
import { isCaptains, seatCount } from "../../src/shared/roster.ts";
import type { LineupRequestInput } from "../../src/shared/schema/request.ts";
import { seededRandom } from "../../src/testing/property.ts";
import type { SportData, StoredResource } from "./service/data.ts";
import { SPORTS } from "./service/sports.ts";

const { contests } = await loadCatalog();

/** The books for which the stub service has salaries. */
const BOOKS = ["bookA", "bookB"];

/** Today's contests of the stub service's sports, by `sport book contest`. */
const CONTESTS: ReadonlyMap<string, ContestTable> = new Map(
  contests
    .filter(({ sport, book, until }) => sport in SPORTS && BOOKS.includes(book) && until === undefined)
    .map((table) => [contestName(table), table]),
);

/** The contests that {@link lineupRequestFor} supports, as `sport book contest`. */
export const KNOWN_CONTESTS = [...CONTESTS.keys()];

/** The share of the cap that a lineup of average players costs. */
const AVERAGE_SHARE = 0.9;

/**
 * A request body for the stub service's entities: all players (and defenses) of the upcoming events, of one
 * event where a contest has only one game, with salaries around the average that the cap allows, higher for more points.
 */
export function lineupRequestFor(
  data: SportData,
  book: "bookA" | "bookB",
  contest: string,
  seed = 1,
): LineupRequestInput {
  const known = CONTESTS.get(`${data.sport} ${book} ${contest}`);
  if (known === undefined) throw new Error(`No contest ${data.sport} ${book} ${contest}.`);
  const hasCaptains = known.slots.some(isCaptains);
  const random = seededRandom(seed);
  const upcoming = data.events.filter(
    ({ attributes }) => Date.parse(String(attributes["startDate"])) > data.clock.now(),
  );
  const events = known.games.maximum === 1 ? upcoming.slice(0, 1) : upcoming;
  const projections = data.fantasy_performances.filter((one) =>
    events.some(({ id }) => id === related(one, "event")),
  );
  const points = projections.map(({ attributes }) => Number(attributes[`${book}Points`]));
  const average = points.reduce((sum, one) => sum + one, 0) / points.length;
  const cap = known.salaryCap?.default;
  const unit = (AVERAGE_SHARE * (cap ?? 50_000)) / seatCount(known.slots);

  function price(projection: StoredResource) {
    const worth = Number(projection.attributes[`${book}Points`]) / average;
    const salary = Math.round((unit * (0.6 + 0.4 * worth) * (0.9 + 0.2 * random())) / 100) * 100;
    return { salary, ...(hasCaptains && { captainSalary: salary * 1.5 }) };
  }

  const players = projections.filter((one) => "player" in one.relationships);
  const defenses = projections.filter((one) => !("player" in one.relationships));
  return {
    book,
    contest,
    players: players.map((one, index) => ({
      player: guidOf(related(one, "player")),
      position: positionIn(known, String(one.attributes["position"]), index),
      ...price(one),
    })),
    teams: defenses.map((one) => ({ team: guidOf(related(one, "team")), ...price(one) })),
    games: events.map(({ id }) => guidOf(id)),
    ...(cap !== undefined && { cap }),
  };
}

function related(resource: StoredResource, relation: string): string {
  const data = resource.relationships[relation]?.data;
  return data && !Array.isArray(data) ? data.id : "";
}

function guidOf(id: string): string {
  const guid = guidOfId(id);
  if (guid === null) throw new Error(`${id} ends in no GUID.`);
  return guid;
}

/** A position with a seat: in a contest of tiers, which has no cap, the tier is given besides the position. */
function positionIn({ positions, salaryCap }: ContestTable, position: string, index: number): string {
  return salaryCap === null ? `${positions[index % positions.length]!.name}/${position}` : position;
}
