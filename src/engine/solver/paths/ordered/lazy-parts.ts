/** What is loaded when lineups are first searched for, as one piece. */
export { InstanceCache } from "../instance-cache.ts";
export { EngineScratch } from "./engine-scratch.ts";
export { loadStackBounds } from "./layout-cache.ts";
export { bestInOrder, LineupsInOrder } from "./lineups-in-order.ts";
