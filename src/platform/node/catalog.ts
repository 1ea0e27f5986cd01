import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { builtInTables, type Catalog, catalogOf, type TableFile } from "../../contests/catalog/catalog.ts";
import type { ContestTable, ContestTableInput } from "../../contests/constraints/readers/contest-table.ts";
import { InvalidFileError, InvalidTableError } from "../../shared/errors.ts";
import type { OutcomesTableInput } from "../../shared/schema/outcomes.ts";
import type { OwnershipTable } from "../../shared/schema/ownership.ts";
import type { ScoringTable } from "../../shared/schema/scoring.ts";

async function readJsonFile(file: string): Promise<unknown> {
  const text = await readFile(file, "utf8").catch((cause) => {
    const detail = `cannot be read (${whyUnreadable(cause)}). Give the path of a JSON table.`;
    throw new InvalidTableError(file, "", detail, cause);
  });
  const { readJson } = await import("../../shared/json.ts");
  const read = readJson(text.replace(/^\uFEFF/, ""));
  if ("value" in read) return read.value;
  const { line, column, reason } = read.fault;
  const detail = `line ${line}, column ${column} is not valid JSON: ${reason}.`;
  throw new InvalidTableError(file, "", detail, read.cause);
}

/**
 * The file may also be a saved response of DraftKings that describes a game type. @throws InvalidTableError
 */
export async function loadContestTable(file: string): Promise<ContestTable> {
  const { readContest } = await import("../own-tables.ts");
  return readContest(await readJsonFile(file), file, builtInCatalog);
}

/** The folders of the package's own tables; the relative path is the same from `src/` and `dist/`. */
const RULES = fileURLToPath(new URL("../../../rules", import.meta.url));
const SCORING = fileURLToPath(new URL("../../../scoring", import.meta.url));

/** One subfolder per sport. A recursive `readdir` takes four times as long. */
function filesOf(folder: string): readonly TableFile[] {
  const sports = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory());
  return sports.flatMap(({ name: sport }) =>
    readdirSync(`${folder}/${sport}`)
      .filter((name) => name.endsWith(".json"))
      .map((name) => ({
        file: `${sport}/${name}`,
        value: () => JSON.parse(readFileSync(`${folder}/${sport}/${name}`, "utf8")) as unknown,
      })),
  );
}

const builtIn = builtInTables(
  filesOf(RULES),
  filesOf(SCORING).map(({ file, value }) => ({ file, value: async () => value() })),
);

export const builtInCatalog: Catalog = catalogOf(builtIn);

const WHY_UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder; give a file",
  EACCES: "you have no permission to read it",
};

function whyUnreadable(cause: unknown): string {
  const { code = "", message } = cause as NodeJS.ErrnoException;
  return WHY_UNREADABLE[code] ?? message;
}

export function unreadableFile(name: string, cause: unknown): InvalidFileError {
  return new InvalidFileError(name, null, `cannot be read: ${whyUnreadable(cause)}.`, cause);
}

export async function readNamedFile(file: string) {
  try {
    return { file, bytes: await readFile(file) };
  } catch (cause) {
    throw unreadableFile(file, cause);
  }
}

export interface CatalogOptions {
  readonly rules?: readonly (string | ContestTableInput)[] | undefined;
  readonly scoring?: readonly (string | ScoringTable)[] | undefined;
  /** Tables of how points spread in simulations, or their files; each replaces its sport's built-in one. */
  readonly outcomes?: readonly (string | OutcomesTableInput | OwnershipTable)[] | undefined;
}

/**
 * The catalog of all built-in tables and the user's. @throws InvalidTableError for a table that does not
 * load, or two for the same contest, scoring or sport
 */
export async function loadCatalog(options: CatalogOptions = {}): Promise<Catalog> {
  const { rules, scoring, outcomes } = options;
  if (![rules, scoring, outcomes].some((given) => given?.length)) return builtInCatalog;
  const { ownTables } = await import("../own-tables.ts");
  return catalogOf(builtIn, await ownTables(options, builtInCatalog, readJsonFile));
}
