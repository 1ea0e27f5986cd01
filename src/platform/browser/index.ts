/** The library in a page or a worker of it, and on other platforms that read no files. */
export * from "../../library.ts";
export { type CatalogOptions, loadCatalog } from "./catalog.ts";
export { createOptimizer, type OptimizerOptions } from "./optimizer.ts";
export { verifyLineup, verifyLineups } from "./verify.ts";
export type { WebWorker } from "./worker-messages.ts";
