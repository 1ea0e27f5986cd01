import type { Problem } from "../../contests/problem/problem.ts";
import { nameOf } from "../../contests/scoring/owner.ts";
import { guidOfId } from "../../shared/schema/guid.ts";
import type { Resource } from "../../shared/schema/resource.ts";
import type { PricedLineup } from "../document/priced-lineup.ts";
import { type Certificate, VERSION } from "./certificate.ts";
import { pricesFor } from "./prices.ts";

/**
 * Creates the certificate of a problem's best `count` lineups, or of all if there are fewer; names of players
 * and teams come from `resources`.
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
    // In the written form: a problem is plain data.
    problem: structuredClone(problem) as unknown as Certificate["problem"],
    names: Object.fromEntries(names),
    count,
    lineups: lineups.map(({ seats }) => seats.map(({ entry, slot }): [number, number] => [entry, slot])),
    ...pricesFor(problem),
  };
}
