export * from "./documents.ts";
export * from "./platform/library.ts";
export { type CatalogOptions, loadCatalog, loadContestTable } from "./platform/node/catalog.ts";
export { readAny, readSlateFile } from "./platform/node/files.ts";
export { createOptimizer, type OptimizerOptions } from "./platform/node/optimizer.ts";
export { verifyLineup, verifyLineups } from "./platform/node/verify.ts";
