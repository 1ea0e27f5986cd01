import fc from "fast-check";
import { parseContestTable } from "../../src/contests/catalog/contest.ts";
import type {
  ContestTable,
  ContestTableInput,
} from "../../src/contests/constraints/readers/contest-table.ts";
import { BOOK_NAMES, type BookName } from "../../src/shared/books.ts";
import { InvalidTableError } from "../../src/shared/errors.ts";

const source = "drawn";
const POSITIONS = ["P", "Q", "R", "S"];

interface DrawnSlot {
  readonly count: number;
  readonly accepts: readonly string[];
}

interface Drawn {
  readonly slots: readonly DrawnSlot[];
  /** Whether the last position is that of team defenses. */
  readonly isDefended: boolean;
  /** Whether the first slot is a captain's and the contest has one game. */
  readonly isShowdown: boolean;
  readonly book: BookName;
  readonly minimumGames: number | null;
  readonly minimumTeams: number | null;
  readonly teamMaximum: number | null;
  readonly except: readonly string[];
}

/**
 * Random contest tables that load: two to four positions, up to four slots of up to two seats each, classic
 * or with a captain, and optional limits of games and teams. Limits that contradict the roster are left out.
 */
export const contestTable: fc.Arbitrary<ContestTable> = fc
  .integer({ min: 2, max: POSITIONS.length })
  .chain((size): fc.Arbitrary<Drawn> => {
    const names = POSITIONS.slice(0, size);
    const rarely = (least: number, most: number) =>
      fc.option(fc.integer({ min: least, max: most }), { freq: 2 });
    return fc.record({
      slots: fc.array(
        fc.record({
          count: fc.integer({ min: 1, max: 2 }),
          accepts: fc.subarray(names, { minLength: 1 }),
        }),
        { minLength: 2, maxLength: 4 },
      ),
      isDefended: fc.boolean(),
      isShowdown: fc.boolean(),
      book: fc.constantFrom(...BOOK_NAMES),
      minimumGames: rarely(2, 3),
      minimumTeams: rarely(2, 3),
      teamMaximum: rarely(1, 3),
      except: fc.subarray(names, { maxLength: 1 }),
    });
  })
  .map(
    (drawn) =>
      loaded(drawn) ?? loaded({ ...drawn, minimumGames: null, minimumTeams: null, teamMaximum: null }),
  )
  .filter((table) => table !== null);

/** The table, or null if it contradicts itself. */
function loaded(drawn: Drawn): ContestTable | null {
  try {
    return parseContestTable(tableOf(drawn), "drawn");
  } catch (error) {
    if (error instanceof InvalidTableError) return null;
    throw error;
  }
}

function tableOf(drawn: Drawn): ContestTableInput {
  const { isShowdown, minimumGames, minimumTeams, teamMaximum, book } = drawn;
  const names = [...new Set(drawn.slots.flatMap(({ accepts }) => accepts))].sort();
  const slots = drawn.slots.map(({ count, accepts }, at) => {
    const isCaptain = isShowdown && at === 0;
    const name = isCaptain ? "CPT" : `S${at + 1}`;
    return {
      ...{
        name,
        count: isCaptain ? 1 : count,
        accepts: isShowdown ? names : [...accepts],
        uploadColumn: name,
        source,
      },
      pointsMultiplier: isCaptain ? 1.5 : 1,
      salary: isCaptain ? ("captainSalary" as const) : ("salary" as const),
    };
  });
  const except = drawn.except.filter((name) => names.includes(name));
  return {
    ...{
      sport: "drawn",
      book,
      contest: isShowdown ? "showdown" : "classic",
      sources: { drawn: "Drawn for a test." },
    },
    salaryCap: { default: 50_000, source },
    positions: names.map((name, at) => ({
      ...{ name, aliases: [], source },
      entry: drawn.isDefended && at === names.length - 1 ? "team" : "player",
    })),
    slots,
    uploadOrder: slots.map(({ name }) => name),
    games: isShowdown ? { minimum: 1, maximum: 1, source } : { minimum: 2, maximum: null, source },
    minimumGames: minimumGames === null || isShowdown ? null : { minimum: minimumGames, except, source },
    minimumTeams: minimumTeams === null || isShowdown ? null : { minimum: minimumTeams, except, source },
    teamLimits: teamMaximum === null ? [] : [{ maximum: teamMaximum, except, source }],
    bothTeams: isShowdown ? { source } : null,
  };
}
