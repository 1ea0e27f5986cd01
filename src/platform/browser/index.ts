/** The library for web pages, their workers, and other platforms without file access. */
export { parsePortfolio } from "../../portfolio/parse-portfolio.ts";
export { type PortfolioText, readPortfolio } from "../../portfolio/read-portfolio.ts";
export { type WritePortfolioOptions, writePortfolio } from "../../portfolio/write-portfolio.ts";
export { portfolioSchema } from "../../shared/schema/portfolio.ts";
export * from "../library.ts";
export { type CatalogOptions, loadCatalog } from "./catalog.ts";
export { createOptimizer, type OptimizerOptions } from "./optimizer.ts";
export { readAny, readSlateFile } from "./readers.ts";
export { verifyLineup, verifyLineups } from "./verify.ts";
export type { WebWorker } from "./worker.ts";
