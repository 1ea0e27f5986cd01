import type { Catalog } from "../../catalog/catalog.ts";
import type { FantasyLineup, FantasyLineupDocument } from "../../schema/lineups.ts";
import type { JudgedLineup, Verdict } from "../../verify/judge.ts";
import * as judged from "../../verify/verify.ts";
import { loadCatalog } from "./catalog.ts";

export interface VerifyOptions {
  /** The tables to judge by; the built-in ones where absent. */
  readonly catalog?: Catalog | undefined;
}

/**
 * Judges a FantasyLineup document as an answer to a request, without any solver: every rule of the contest and every
 * field of the request, each lineup's sums and relationships, that no lineup comes twice, and that the best come first.
 * Points may be off by the rounding to 4 decimals. It does not judge whether better lineups exist.
 * @throws UnknownContestError, InvalidRequestError for a request, projections or lineups that break their schema or
 * contradict themselves.
 */
export async function verifyLineups(
  request: judged.VerifiedRequest & { readonly lineups: FantasyLineupDocument },
  { catalog }: VerifyOptions = {},
): Promise<Verdict> {
  return judged.verifyLineups(request, { catalog: catalog ?? (await loadCatalog()) });
}

/**
 * Judges one FantasyLineup as `verifyLineups` does; its violations' pointers begin with `/data/0`.
 * @throws UnknownContestError, InvalidRequestError
 */
export async function verifyLineup(
  request: judged.VerifiedRequest & { readonly lineup: FantasyLineup },
  { catalog }: VerifyOptions = {},
): Promise<JudgedLineup> {
  return judged.verifyLineup(request, { catalog: catalog ?? (await loadCatalog()) });
}
