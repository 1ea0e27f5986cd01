import { readFile } from "node:fs/promises";
import { parseContestTable } from "../../contests/catalog/contest.ts";
import type { ContestTable } from "../../contests/catalog/contest-table.ts";
import { findJsonFault } from "../../contests/catalog/json-fault.ts";
import { parseOutcomesTable } from "../../contests/catalog/outcomes.ts";
import { parseScoringTable } from "../../contests/catalog/scoring.ts";
import { InvalidTableError } from "../../shared/errors.ts";
import type { OutcomesTable } from "../../shared/schema/outcomes.ts";
import type { ScoringTable } from "../../shared/schema/scoring.ts";

/**
 * Reads a table's file and skips a byte order mark.
 * @throws InvalidTableError if the file cannot be read or is not JSON, with the line and column.
 */
async function readJsonFile(file: string): Promise<unknown> {
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

/**
 * Loads a contest's rules table from a JSON file.
 * @throws InvalidTableError as `parseContestTable` does, and if the file cannot be read or is not JSON.
 */
export async function loadContestTable(file: string): Promise<ContestTable> {
  return parseContestTable(await readJsonFile(file), file);
}

/**
 * Loads a scoring table from a JSON file.
 * @throws InvalidTableError as `parseScoringTable` does, and if the file cannot be read or is not JSON.
 */
export async function loadScoringTable(file: string): Promise<ScoringTable> {
  return parseScoringTable(await readJsonFile(file), file);
}

/**
 * Loads a table of outcomes from a JSON file.
 * @throws InvalidTableError as `parseOutcomesTable` does, and if the file cannot be read or is not JSON.
 */
export async function loadOutcomesTable(file: string): Promise<OutcomesTable> {
  return parseOutcomesTable(await readJsonFile(file), file);
}
