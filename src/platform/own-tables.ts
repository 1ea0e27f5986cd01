import { type Catalog, type OwnTable, type OwnTables, parseLoaded } from "../contests/catalog/catalog.ts";
import { parseContestTable } from "../contests/catalog/contest.ts";
import type { ContestTable } from "../contests/constraints/readers/contest-table.ts";
import type { OutcomesTable } from "../shared/schema/outcomes.ts";
import type { OwnershipTable } from "../shared/schema/ownership.ts";

/** Tables to add to the built-in ones, or the names of their files if `readFile` is available. */
interface GivenTables {
  readonly rules?: readonly unknown[] | undefined;
  readonly scoring?: readonly unknown[] | undefined;
  readonly outcomes?: readonly unknown[] | undefined;
}

/** Also parses a saved response of DraftKings that describes a game type. @throws InvalidTableError */
export async function readContest(
  value: unknown,
  file: string,
  known: Pick<Catalog, "contestsWhere">,
): Promise<ContestTable> {
  const isAnswer = typeof value === "object" && value !== null && "lineupTemplate" in value;
  if (!isAnswer) return parseContestTable(value, file);
  const { gameTypeTable } = await import("../contests/catalog/game-type.ts");
  return gameTypeTable(value, file, known);
}

export async function ownTables(
  { rules = [], scoring = [], outcomes = [] }: GivenTables,
  known: Pick<Catalog, "contestsWhere">,
  readFile?: (file: string) => Promise<unknown>,
): Promise<OwnTables> {
  const parsed = <Table>(
    given: readonly unknown[],
    option: string,
    parse: (value: unknown, file: string) => Table | Promise<Table>,
  ): Promise<OwnTable<Table>[]> =>
    Promise.all(
      given.map(async (one, at) => {
        const isFile = typeof one === "string" && readFile !== undefined;
        const file = isFile ? one : `${option}[${at}]`;
        return { file, table: await parse(isFile ? await readFile(one) : one, file) };
      }),
    );
  const isOwnership = (value: unknown): value is OwnershipTable =>
    typeof value === "object" && value !== null && "coefficients" in value;
  const [ownContests, ownScoring, others] = await Promise.all([
    parsed(rules, "rules", (value, file) => readContest(value, file, known)),
    parsed(scoring, "scoring", (value, file) => parseLoaded("scoring", value, file)),
    parsed(outcomes, "outcomes", (value, file) =>
      parseLoaded(isOwnership(value) ? "ownership" : "outcomes", value, file),
    ),
  ]);
  return {
    ...{ contests: ownContests, scoring: ownScoring },
    outcomes: others.filter((one): one is OwnTable<OutcomesTable> => !isOwnership(one.table)),
    ownership: others.filter((one): one is OwnTable<OwnershipTable> => isOwnership(one.table)),
  };
}
