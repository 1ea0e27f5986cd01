import { createRequire } from "node:module";

/**
 * A package that is CommonJS, of many small files. Required, it is there in half the time that an import takes, which reads
 * each file for its names first.
 */
export const required: NodeJS.Require = createRequire(import.meta.url);
