import { note } from "./output.ts";
import { writeWhole } from "./write-whole.ts";

/** Writes a page, and says so. @throws InvalidFileError */
export function writePage(text: string, file: string): void {
  writeWhole([{ file, text }]);
  note(`wrote ${file}.`);
}
