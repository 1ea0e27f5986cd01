/** What the optimizer needs of portfolios, loaded when the first is asked for. */
export type { DrawSourceOf } from "./description.ts";
export { planRequest } from "./plan-request.ts";
export { solvePortfolio, takenPortfolio } from "./solve.ts";
