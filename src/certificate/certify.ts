import type { PricedLineup } from "../lineup/priced-lineup.ts";
import type { Problem } from "../problem/problem.ts";
import { guidOfId } from "../schema/guid.ts";
import type { Resource } from "../schema/resource.ts";
import { nameOf } from "../scoring/owner.ts";
import { type Certificate, VERSION } from "./certificate.ts";
import { pricesFor } from "./prices.ts";

/**
 * The certificate of the best `count` lineups of a problem, or of all there are; names of its people and teams are taken
 * from `resources`.
 */
export function certify(
  problem: Problem,
  count: number,
  lineups: readonly PricedLineup[],
  resources: readonly Resource[] = [],
): Certificate {
  const guids = new Set(problem.entries.flatMap(({ uuid, team }) => [uuid, team]));
  const names = resources.flatMap((resource): [string, string][] => {
    const [guid, name] = [guidOfId(resource.id), nameOf(resource)];
    return guid !== null && name !== null && guids.has(guid) ? [[guid, name]] : [];
  });
  return {
    certificate: VERSION,
    // As it is written: a problem is plain data.
    problem: structuredClone(problem) as unknown as Certificate["problem"],
    names: Object.fromEntries(names),
    count,
    lineups: lineups.map(({ seats }) => seats.map(({ entry, slot }): [number, number] => [entry, slot])),
    ...pricesFor(problem),
  };
}
