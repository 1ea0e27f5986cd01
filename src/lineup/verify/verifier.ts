import type { Catalog } from "../../contests/catalog/catalog.ts";
import type { Naming } from "../../shared/errors/lineup-error.ts";
import type { FantasyLineup, FantasyLineupDocument } from "../../shared/schema/lineups.ts";
import type { JudgedLineup, Verdict } from "./judge.ts";
import { type VerifiedRequest, verifyLineup, verifyLineups } from "./verify-document.ts";

/** Options of a verifier. */
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
    verifyLineups: (request, { catalog = builtIn, naming } = {}) =>
      verifyLineups(request, { catalog, naming }),
    verifyLineup: (request, { catalog = builtIn, naming } = {}) => verifyLineup(request, { catalog, naming }),
  };
}
