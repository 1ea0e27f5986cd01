import type { Catalog } from "../catalog/catalog.ts";
import { readProblem } from "../constraints/readers/read-problem.ts";
import type { Problem } from "../problem/problem.ts";
import { parseLineupRequest } from "../schema/lineup-request.ts";
import {
  type FantasyLineup,
  type FantasyLineupDocument,
  fantasyLineupDocumentSchema,
  fantasyLineupSchema,
} from "../schema/lineups.ts";
import type { Origin } from "../schema/options.ts";
import { parseInput } from "../schema/parse.ts";
import type { LineupRequestInput } from "../schema/request.ts";
import { type PointDocuments, pointsOf } from "../scoring/point-source.ts";
import { type JudgedLineup, judge, type Verdict } from "./judge.ts";

/**
 * The request that lineups are an answer to, and the projections or stat lines that it was answered with; parsed and
 * checked here, so `unknown` input is safe.
 */
export type VerifiedRequest = PointDocuments & {
  /** As in the service's paths, such as `american-football`. */
  readonly sport: string;
  /** The lineup request's body. */
  readonly body: LineupRequestInput;
  /** Where the pool comes from, as for `optimize`; `request` by default. */
  readonly origin?: Origin | undefined;
};

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

function problemOf({ sport, body, origin, ...points }: VerifiedRequest, { catalog }: VerifyOptions): Problem {
  const request = parseLineupRequest(body);
  const contest = catalog.contestOf(sport, request);
  const { data } = pointsOf(points, () => catalog.scoringTable(sport, request.book, { pointer: "/book" }));
  return readProblem(contest, request, data, origin);
}
