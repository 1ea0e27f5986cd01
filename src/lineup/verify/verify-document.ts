import type { Catalog } from "../../contests/catalog/catalog.ts";
import type { Violation } from "../../contests/constraints/constraint.ts";
import { readProblem } from "../../contests/constraints/readers/read-problem.ts";
import type { AskedRequest, Problem } from "../../contests/problem/problem.ts";
import { type NamedLineup, seatFinder } from "../../contests/problem/problem.ts";
import { unavailablePlayers } from "../../contests/problem/projections.ts";
import type { PointDocuments } from "../../contests/scoring/point-source.ts";
import { pointsOf } from "../../contests/scoring/projected.ts";
import type { Naming } from "../../shared/errors/message-parts.ts";
import {
  type FantasyLineup,
  type FantasyLineupDocument,
  fantasyLineupDocumentSchema,
  fantasyLineupSchema,
} from "../../shared/schema/lineups.ts";
import { parseInput } from "../../shared/schema/parse.ts";
import { parseLineupRequest } from "../../shared/schema/request.ts";
import { type JudgedLineup, judge, type Verdict } from "./judge.ts";
import { seatedJudgeOf } from "./seated.ts";

/**
 * A request and the projections or stat lines that it was answered with. They are parsed and checked here, so
 * `unknown` input is safe.
 */
export type VerifiedRequest = PointDocuments & AskedRequest;

export interface VerifyOptions {
  /** The tables to check against; by default the built-in ones. */
  readonly catalog?: Catalog | undefined;
  /** The names of players, teams and fields in details; by default those in the request. */
  readonly naming?: Naming | undefined;
}

/** Checks lineups against given tables or the built-in ones. */
export interface Verifier {
  /**
   * Checks a FantasyLineup document as an answer to a request, without any solver: every rule of the contest
   * and every field of the request, each lineup's sums and relationships, that no lineup is repeated, and
   * that the best come first. Points may differ by the rounding to 4 decimals. It does not check whether
   * better lineups exist.
   * @throws UnknownContestError; InvalidRequestError for a request, projections or lineups that do not match
   * their schema or contradict themselves.
   */
  verifyLineups(
    request: VerifiedRequest & { readonly lineups: FantasyLineupDocument },
    options?: VerifyOptions,
  ): Promise<Verdict>;
  /**
   * Checks one FantasyLineup like `verifyLineups`; the pointers of its violations begin with `/data/0`.
   * @throws UnknownContestError, InvalidRequestError
   */
  verifyLineup(
    request: VerifiedRequest & { readonly lineup: FantasyLineup },
    options?: VerifyOptions,
  ): Promise<JudgedLineup>;
}

/** Creates a verifier that checks against the built-in tables unless tables are given. */
export function verifierOf(builtIn: Catalog): Verifier {
  return {
    async verifyLineups({ lineups, ...request }, { catalog = builtIn, naming } = {}) {
      const document = parseInput(fantasyLineupDocumentSchema, lineups, { parameter: "lineups" });
      return judge(await problemOf(request, catalog), document, naming);
    },
    async verifyLineup({ lineup, ...request }, { catalog = builtIn, naming } = {}) {
      const parsed = parseInput(fantasyLineupSchema, lineup, { parameter: "lineup" });
      return judge(await problemOf(request, catalog), { data: [parsed] }, naming).lineups[0]!;
    },
  };
}

/**
 * Checks lineups given only as players in slots, each separately: every rule of the contest and every field
 * of the request. Every GUID must be in the request's pool and every slot in the contest.
 * @throws UnknownContestError, InvalidRequestError; RangeError for an unknown GUID or slot.
 */
export async function verifySeats(
  { lineups, ...request }: VerifiedRequest & { readonly lineups: readonly NamedLineup[] },
  { catalog, naming }: VerifyOptions & { readonly catalog: Catalog },
): Promise<(readonly Violation[])[]> {
  const problem = await problemOf(request, catalog);
  const seatOf = seatFinder(problem);
  const brokenBy = seatedJudgeOf(problem, naming);
  return lineups.map((seats) => brokenBy(seats.map(seatOf)));
}

/**
 * Parses a request and joins it with its contest's table and its points.
 * @throws UnknownContestError, InvalidRequestError
 */
async function problemOf(
  { sport, body, origin, seats, excludedSlots, onlyAvailable = false, ...points }: VerifiedRequest,
  catalog: Catalog,
): Promise<Problem> {
  const request = parseLineupRequest(body);
  const contest = catalog.contestOf(sport, request);
  const { data, included } = await pointsOf(points, () => catalog.scoringOf(contest, { pointer: "/book" }));
  return readProblem(contest, request, data, {
    origin,
    seats,
    excludedSlots,
    unavailable: onlyAvailable ? unavailablePlayers(included) : undefined,
  });
}
