/**
 * Schemas, readers and checks of further documents: portfolio descriptions, tables of outcomes.
 */
export { parsePortfolio } from "./portfolio/parse-portfolio.ts";
export { type PortfolioText, readPortfolio } from "./portfolio/read-portfolio.ts";
export { type WritePortfolioOptions, writePortfolio } from "./portfolio/write-portfolio.ts";
export {
  type OutcomesTable,
  type OutcomesTableInput,
  outcomesTableSchema,
} from "./shared/schema/outcomes.ts";
export { type Portfolio, portfolioSchema } from "./shared/schema/portfolio.ts";
export type { Selection, SelectionCriteria } from "./shared/schema/selection.ts";
