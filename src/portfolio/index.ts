/** What the optimizer needs of portfolios, loaded when the first is asked for. */
export { parsePortfolio } from "./parse-portfolio.ts";
export { planPortfolio } from "./plan.ts";
export { solvePortfolio, takenPortfolio } from "./solve.ts";
