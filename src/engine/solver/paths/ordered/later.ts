/** What is loaded when lineups are first searched for, as one piece. */
export { RecentInstances } from "../recent-instances.ts";
export { bestInOrder } from "./best-in-order.ts";
export { LineupsInOrder } from "./lineups-in-order.ts";
export { Workshop } from "./workshop.ts";
