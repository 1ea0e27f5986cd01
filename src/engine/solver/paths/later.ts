/** What is loaded when it is first needed, as one piece. */
export { pairAlone } from "./large/pair-alone.ts";
export { sieve } from "./large/sieve.ts";
export { undominated } from "./large/undominated.ts";
export { bestNarrowed } from "./narrow/best-narrowed.ts";
export { bestInOrder } from "./ordered/best-in-order.ts";
export { LineupsInOrder } from "./ordered/lineups-in-order.ts";
export { dropContradicted } from "./ordered/possible-tests.ts";
export { RecentInstances } from "./recent-instances.ts";
