/** What is loaded when lineups are first searched for, as one piece. */
export { InstanceCache } from "../instance-cache.ts";
export { bestInOrder, LineupsInOrder } from "./lineups-in-order.ts";
export { Workshop } from "./workshop.ts";
