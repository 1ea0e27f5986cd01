/**
 * The library for web pages, their workers, and other platforms without file access. Descriptions of
 * portfolios are in `documents.ts`: a bundler would load their re-exported schemas with every page.
 */
export * from "../library.ts";
export { type CatalogOptions, loadCatalog } from "./catalog.ts";
export { readAny, readSlateFile } from "./files.ts";
export { createOptimizer, type OptimizerOptions } from "./optimizer.ts";
export { verifyLineup, verifyLineups } from "./verify.ts";
export type { WebWorker } from "./worker.ts";
