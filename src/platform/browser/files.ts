/** The books' files in browsers, with the built-in contests. */
export * from "../../files/index.ts";
export { readAny, readSlateFile } from "./readers.ts";
