/** Readers and writers of the books' files for browsers; the readers know the built-in contests. */
export * from "../../files/index.ts";
export { readAny, readSlateFile } from "./readers.ts";
