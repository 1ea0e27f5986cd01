import type { ReadRequest } from "../../contests/problem/read-request.ts";
import type { ReadOnce } from "../../optimizer/optimizer.ts";
import { LastMade } from "../../shared/last-made.ts";

/**
 * Reads once what jobs of a slate have in common, for as long as it stands on their shelf, where nobody changes it. A
 * frozen problem is one of which is kept what is made of it.
 */
export function readOncePerSlate(): ReadOnce {
  const known = new LastMade<object, Promise<ReadRequest>>();
  return (request, read) => {
    const { body, sport, projections, performances, origin, seats, excludedSlots, onlyAvailable } = request;
    if (typeof body !== "object" || body === null) return read(request);
    const terms = [sport, projections, performances, origin, seats, excludedSlots, onlyAvailable];
    return known.of(body, terms, async () => {
      const slate = await read(request);
      Object.freeze(slate.problem);
      return slate;
    });
  };
}
