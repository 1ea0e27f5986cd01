/** What is loaded when it is first needed, as one piece. */
export { sieve } from "./large/sieve.ts";
export { undominated } from "./large/undominated.ts";
export { LineupsInOrder } from "./ordered/lineups-in-order.ts";
