import type { Catalog } from "../catalog/catalog.ts";
import type { Violation } from "../constraints/constraint.ts";
import { readProblem } from "../constraints/readers/read-problem.ts";
import type { AskedRequest } from "../problem/asked-request.ts";
import { unavailablePlayers } from "../problem/availability.ts";
import type { Problem } from "../problem/problem.ts";
import { parseLineupRequest } from "../schema/lineup-request.ts";
import {
  type FantasyLineup,
  type FantasyLineupDocument,
  fantasyLineupDocumentSchema,
  fantasyLineupSchema,
} from "../schema/lineups.ts";
import { parseInput } from "../schema/parse.ts";
import { type PointDocuments, pointsOf } from "../scoring/point-source.ts";
import { type JudgedLineup, judge, type Verdict } from "./judge.ts";
import { seatedJudgeOf } from "./seated.ts";

/**
 * The request that lineups are an answer to, and the projections or stat lines that it was answered with; parsed and
 * checked here, so `unknown` input is safe.
 */
export type VerifiedRequest = PointDocuments & AskedRequest;

export interface VerifyOptions {
  /** The tables to judge by. */
  readonly catalog: Catalog;
}

/**
 * Judges a FantasyLineup document as an answer to a request, without any solver: every rule of the contest and every
 * field of the request, each lineup's sums and relationships, that no lineup comes twice, and that the best come first.
 * Points may be off by the rounding to 4 decimals. It does not judge whether better lineups exist.
 * @throws UnknownContestError, InvalidRequestError for a request, projections or lineups that break their schema or
 * contradict themselves.
 */
export function verifyLineups(
  { lineups, ...request }: VerifiedRequest & { readonly lineups: FantasyLineupDocument },
  options: VerifyOptions,
): Verdict {
  const document = parseInput(fantasyLineupDocumentSchema, lineups, { parameter: "lineups" });
  return judge(problemOf(request, options), document);
}

/**
 * Judges one FantasyLineup as `verifyLineups` does; its violations' pointers begin with `/data/0`.
 * @throws UnknownContestError, InvalidRequestError
 */
export function verifyLineup(
  { lineup, ...request }: VerifiedRequest & { readonly lineup: FantasyLineup },
  options: VerifyOptions,
): JudgedLineup {
  const parsed = parseInput(fantasyLineupSchema, lineup, { parameter: "lineup" });
  return judge(problemOf(request, options), { data: [parsed] }).lineups[0]!;
}

/** A lineup as who sits in which slot: the slot's name and the GUID. */
export type NamedSeats = readonly { readonly slot: string; readonly uuid: string }[];

/**
 * Judges lineups of which nothing is known but who sits where, each by itself: every rule of the contest and every
 * field of the request. Every GUID must be in the request's pool and every slot the contest's.
 * @throws UnknownContestError, InvalidRequestError; RangeError for a GUID or a slot that is not there.
 */
export function verifySeats(
  { lineups, ...request }: VerifiedRequest & { readonly lineups: readonly NamedSeats[] },
  options: VerifyOptions,
): (readonly Violation[])[] {
  const problem = problemOf(request, options);
  const entries = new Map(problem.entries.map(({ uuid }, index) => [uuid, index]));
  const slots = new Map(problem.contest.slots.map(({ name }, index) => [name, index]));
  const violationsOf = seatedJudgeOf(problem);
  return lineups.map((seats) =>
    violationsOf(
      seats.map(({ slot, uuid }) => {
        const [entry, at] = [entries.get(uuid), slots.get(slot)];
        if (entry === undefined || at === undefined) throw new RangeError(`${uuid} in ${slot} is not known.`);
        return { entry, slot: at };
      }),
    ),
  );
}

/** The problem that a request asks. @throws UnknownContestError, InvalidRequestError */
export function problemOf(
  { sport, body, origin, seats, excludedSlots, onlyAvailable = false, ...points }: VerifiedRequest,
  { catalog }: VerifyOptions,
): Problem {
  const request = parseLineupRequest(body);
  const contest = catalog.contestOf(sport, request);
  const { data, included } = pointsOf(points, () =>
    catalog.scoringTable(sport, request.book, { pointer: "/book" }),
  );
  return readProblem(contest, request, data, {
    origin,
    seats,
    excludedSlots,
    unavailable: onlyAvailable ? unavailablePlayers(included) : undefined,
  });
}
