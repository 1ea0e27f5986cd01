/** The built search: worker threads load no TypeScript. Its error classes are not those of the sources; compare codes. */
export const { createSearch } = (await import(
  new URL("../../dist/search/search.js", import.meta.url).href
)) as typeof import("../../src/search/search.ts");
