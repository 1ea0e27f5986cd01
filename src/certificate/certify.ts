import type { PricedLineup } from "../lineup/priced-lineup.ts";
import type { Problem } from "../problem/problem.ts";
import { type Certificate, VERSION } from "./certificate.ts";
import { pricesFor } from "./prices.ts";

/** The certificate of the best `count` lineups of a problem, or of all there are. */
export function certify(problem: Problem, count: number, lineups: readonly PricedLineup[]): Certificate {
  return {
    certificate: VERSION,
    // As it is written: a problem is plain data.
    problem: structuredClone(problem) as unknown as Certificate["problem"],
    count,
    lineups: lineups.map(({ seats }) => seats.map(({ entry, slot }): [number, number] => [entry, slot])),
    ...pricesFor(problem),
  };
}
