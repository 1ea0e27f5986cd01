import { buildModel } from "../../contests/constraints/readers/build-model.ts";
import type { ContestTable } from "../../contests/constraints/readers/contest-table.ts";
import { seatSolutions } from "../../lineup/document/seat-solutions.ts";
import { InvalidRequestError } from "../../shared/errors.ts";
import type { TestedSolver } from "../exhaustive.ts";
import fc from "../fast-check.ts";
import { hold, holdEqual, type Property, property, seededRandom } from "../property.ts";
import { problemOf, type SmallRequest, smallRequest } from "../requests/small-request.ts";

/** One of the best lineups, in the form that laws compare. */
interface Answer {
  /** The lineup's total, in units of points. */
  readonly units: number;
  readonly seats: readonly {
    readonly uuid: string;
    readonly kind: "player" | "team";
    readonly slot: string;
    readonly positions: readonly string[];
  }[];
}

/** Returns a request's best lineups, best first; null for a request that is refused before it is solved. */
type Ask = (request: SmallRequest, count?: number) => Promise<readonly Answer[] | null>;

/** An `Ask` that runs the solver on a contest's requests. */
function asking(solver: TestedSolver, contest: ContestTable): Ask {
  return async (request, count = 1) => {
    const problem = readable(contest, request);
    if (problem === null) return null;
    const model = buildModel(problem);
    const found = await solver.best(model, count, {});
    const seated = seatSolutions(model, found);
    return found.map(({ points }, at) => ({
      units: points,
      seats: (seated[at] ?? []).map(({ entry, slot }) => {
        const { uuid, kind, positions } = problem.entries[entry]!;
        return { uuid, kind, positions, slot: contest.slots[slot]!.name };
      }),
    }));
  };
}

function readable(contest: ContestTable, request: SmallRequest) {
  try {
    return problemOf({ contestOf: () => contest }, request);
  } catch (error) {
    if (error instanceof InvalidRequestError) return null;
    throw error;
  }
}

/** A request on which to test a law, and what the test may use. */
interface LawCase {
  readonly contest: ContestTable;
  readonly request: SmallRequest;
  readonly ask: Ask;
  /** A random whole number from 0 to `below` - 1, seeded by the case. */
  draw(below: number): number;
}

/** A relation between the best lineups of two requests. */
interface Law {
  readonly name: string;
  /** @returns whether the case can test the law. @throws Error if the law does not hold. */
  holds(of: LawCase): Promise<boolean>;
}

const COUNT = 4;
const units = (answers: readonly Answer[]) => answers.map((answer) => answer.units);

/**
 * Checks that each total of `found` is at least that of the same rank in `least`. Use it if the request of
 * `found` also allows the lineups of `least`.
 */
function holdNoWorse(found: readonly Answer[] | null, least: readonly Answer[], what: string): void {
  hold(
    found !== null && found.length >= least.length && least.every((one, at) => found[at]!.units >= one.units),
    () => `${what}: ${JSON.stringify(units(found ?? []))} after ${JSON.stringify(units(least))}.`,
  );
}

const higherCap: Law = {
  name: "raising the cap never lowers the best",
  async holds({ request, ask, contest, draw }) {
    const cap = request.body.cap ?? contest.salaryCap?.default;
    if (cap === undefined) return false;
    const least = await ask(request, COUNT);
    if (least === null || least.length === 0) return false;
    const higher = { ...request, body: { ...request.body, cap: cap + 1 + draw(10_000) } };
    holdNoWorse(await ask(higher, COUNT), least, "With a higher cap");
    return true;
  },
};

const exclusion: Law = {
  name: "excluding a player who is not in the best lineup keeps the best",
  async holds({ request, ask, draw }) {
    const [best] = (await ask(request)) ?? [];
    if (best === undefined) return false;
    const { players = [] } = request.body;
    const named = namedIn(request);
    const others = players.filter(
      ({ player }) => !best.seats.some(({ uuid }) => uuid === player) && !named.has(player),
    );
    const other = others[draw(others.length)];
    if (other === undefined) return false;
    const after = await ask(excluding(request, other.player));
    holdEqual(units(after ?? []), [best.units], `The best without ${other.player}`);
    return true;
  },
};

const lock: Law = {
  name: "including a player of the best lineup keeps the best",
  async holds({ request, ask, contest, draw }) {
    const [best] = (await ask(request)) ?? [];
    if (best === undefined) return false;
    // Included players decide which players a stack pairs.
    const { stack } = contest;
    const pairs = request.body.stack === true && stack !== null ? [stack.passer, stack.receiver] : [];
    const free = best.seats.filter(({ positions }) => !positions.some((own) => pairs.includes(own)));
    const seat = free[draw(free.length)];
    if (seat === undefined) return false;
    const after = await ask(including(request, seat, draw(2) === 0));
    holdEqual(units(after ?? []), [best.units], `The best with ${seat.uuid} included in ${seat.slot}`);
    return true;
  },
};

const prefix: Law = {
  name: "the N best are the first of the N + 1 best",
  async holds({ request, ask, draw }) {
    const count = 1 + draw(8);
    const [few, more] = [await ask(request, count), await ask(request, count + 1)];
    if (few === null || more === null) return false;
    holdEqual(units(few), units(more.slice(0, count)), `The ${count} best, and the first of ${count + 1}`);
    return few.length > 0;
  },
};

const union: Law = {
  name: "a union of pools is no worse than either",
  async holds({ request, ask, draw }) {
    const part = without(request, () => draw(5) === 0);
    const least = await ask(part, COUNT);
    if (least === null || least.length === 0) return false;
    holdNoWorse(await ask(request, COUNT), least, "With more players in the pool");
    return part.body.players?.length !== request.body.players?.length;
  },
};

/** All laws of requests; for portfolios see `looserShareProperty`. */
const LAWS: readonly Law[] = [higherCap, exclusion, lock, prefix, union];

function excluding(request: SmallRequest, player: string): SmallRequest {
  const { exclude } = request.body;
  const players = [...(exclude?.players ?? []), player];
  return { ...request, body: { ...request.body, exclude: { ...exclude, players } } };
}

/**
 * Adds a player of a lineup to the players that the request includes; with `inSlot`, only in the lineup's
 * slot. A player who is already included is left alone.
 */
function including(
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

/** The GUIDs of the players that fields other than the pool name. */
function namedIn({ body: { include, exclude }, excludedSlots }: SmallRequest): ReadonlySet<string> {
  return new Set([
    ...(include?.players ?? []).map(({ player }) => player),
    ...(exclude?.players ?? []),
    ...excludedSlots.map(({ uuid }) => uuid),
  ]);
}

/** The request without the pool players for which `isOut` is true; those that other fields name are kept. */
function without(request: SmallRequest, isOut: () => boolean): SmallRequest {
  const { players = [] } = request.body;
  const named = namedIn(request);
  const kept = players.filter(({ player }) => named.has(player) || !isOut());
  return { ...request, body: { ...request.body, players: kept } };
}

const LEAST_DECIDABLE = 0.1;

/** The laws that relate the best lineups of two requests of a contest, as properties of solver and table. */
export function lawProperties(solver: TestedSolver, contest: ContestTable, runs = 30): readonly Property[] {
  const ask = asking(solver, contest);
  return LAWS.map(({ name, holds }) =>
    property<[SmallRequest, number]>({
      name,
      runs,
      drawn: [smallRequest(contest, { unseated: 1 }), fc.noShrink(fc.nat(2 ** 30))],
      least: { decidable: LEAST_DECIDABLE },
      async check(tally, _runs, request, seed) {
        const random = seededRandom(seed);
        const draw = (below: number) => Math.floor(random() * below);
        tally.add((await holds({ contest, request, ask, draw })) ? "decidable" : "not decidable");
      },
    }),
  );
}
