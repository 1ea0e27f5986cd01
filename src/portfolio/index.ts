/** The portfolio functions of the optimizer, loaded on first use. */
export type { DrawSourceOf } from "./description.ts";
export { planRequest } from "./plan-request.ts";
export { solvePortfolio, takenPortfolio } from "./solve.ts";
