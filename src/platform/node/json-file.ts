import { readFile } from "node:fs/promises";
import { findJsonFault } from "../../contests/catalog/json-fault.ts";
import { InvalidTableError } from "../../shared/errors.ts";

/**
 * Reads a table's file and skips a byte order mark.
 * @throws InvalidTableError if the file cannot be read or is not JSON, with the line and column.
 */
export async function readJsonFile(file: string): Promise<unknown> {
  const text = (await readText(file)).replace(/^\uFEFF/, "");
  const fault = findJsonFault(text);
  if (fault) {
    throw new InvalidTableError(
      file,
      "",
      `line ${fault.line}, column ${fault.column} is not sound JSON: ${fault.reason}.`,
    );
  }
  return JSON.parse(text);
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    const reason = WHY_UNREADABLE[(cause as NodeJS.ErrnoException).code ?? ""] ?? (cause as Error).message;
    throw new InvalidTableError(
      file,
      "",
      `cannot be read (${reason}). Give the path of a JSON table.`,
      cause,
    );
  }
}

const WHY_UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "the permission is missing",
};
