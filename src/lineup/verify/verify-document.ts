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

/** A request and its projections or stat lines, parsed and checked here. */
export type VerifiedRequest = PointDocuments & AskedRequest;

export interface VerifyOptions {
  /** The tables to check against; by default the built-in ones. */
  readonly catalog?: Catalog | undefined;
  /** The names of players, teams and fields in details; by default those in the request. */
  readonly naming?: Naming | undefined;
}

export interface Verifier {
  /**
   * Checks a FantasyLineup document without any solver: every rule of the contest and field of the request,
   * sums and relationships, no repeated lineup, the best first. It does not check whether better lineups
   * exist. @throws UnknownContestError; InvalidRequestError for a request, projections or lineups that do not
   * match their schema or contradict themselves.
   */
  verifyLineups(
    request: VerifiedRequest & { readonly lineups: FantasyLineupDocument },
    options?: VerifyOptions,
  ): Promise<Verdict>;
  /** As `verifyLineups`, for one; pointers begin with `/data/0`. */
  verifyLineup(
    request: VerifiedRequest & { readonly lineup: FantasyLineup },
    options?: VerifyOptions,
  ): Promise<JudgedLineup>;
}

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
 * Checks lineups given as players in slots, each separately. @throws UnknownContestError,
 * InvalidRequestError; RangeError for an unknown GUID or slot.
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
