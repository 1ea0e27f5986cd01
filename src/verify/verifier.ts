import type { Catalog } from "../catalog/catalog.ts";
import type { FantasyLineup, FantasyLineupDocument } from "../schema/lineups.ts";
import type { JudgedLineup, Verdict } from "./judge.ts";
import { type VerifiedRequest, verifyLineup, verifyLineups } from "./verify.ts";

/** What lineups are judged by. */
export interface VerifyOptions {
  /** The tables to judge by; the built-in ones where absent. */
  readonly catalog?: Catalog | undefined;
}

/** Judges lineups by the tables of one's choice, or those at hand. */
export interface Verifier {
  /**
   * Judges a FantasyLineup document as an answer to a request, without any solver: every rule of the contest and every
   * field of the request, each lineup's sums and relationships, that no lineup comes twice, and that the best come
   * first. Points may be off by the rounding to 4 decimals. It does not judge whether better lineups exist.
   * @throws UnknownContestError, InvalidRequestError for a request, projections or lineups that break their schema or
   * contradict themselves.
   */
  verifyLineups(
    request: VerifiedRequest & { readonly lineups: FantasyLineupDocument },
    options?: VerifyOptions,
  ): Promise<Verdict>;
  /**
   * Judges one FantasyLineup as `verifyLineups` does; its violations' pointers begin with `/data/0`.
   * @throws UnknownContestError, InvalidRequestError
   */
  verifyLineup(
    request: VerifiedRequest & { readonly lineup: FantasyLineup },
    options?: VerifyOptions,
  ): Promise<JudgedLineup>;
}

/** A verifier that loads the built-in tables when it is given none. */
export function verifierOf(loadCatalog: () => Promise<Catalog>): Verifier {
  return {
    verifyLineups: async (request, { catalog } = {}) =>
      verifyLineups(request, { catalog: catalog ?? (await loadCatalog()) }),
    verifyLineup: async (request, { catalog } = {}) =>
      verifyLineup(request, { catalog: catalog ?? (await loadCatalog()) }),
  };
}
