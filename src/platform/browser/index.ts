/** The library for web pages, their workers, and other platforms without file access. */
export * from "../library.ts";
export { type CatalogOptions, loadCatalog } from "./catalog.ts";
export { createOptimizer, type OptimizerOptions } from "./optimizer.ts";
export { verifyLineup, verifyLineups } from "./verify.ts";
export type { WebWorker } from "./worker-messages.ts";
