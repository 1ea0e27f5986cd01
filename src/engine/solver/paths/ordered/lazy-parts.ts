/** The modules that are loaded together at the first search for lineups. */
export { InstanceCache } from "../instance-cache.ts";
export { loadStackBounds } from "./layout-cache.ts";
export { bestInOrder, LineupsInOrder } from "./lineups-in-order.ts";
export { EngineScratch } from "./refined-search.ts";
