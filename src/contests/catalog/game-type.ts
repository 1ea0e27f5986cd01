import { type Book, bookNamed, GAME_TYPE_BOOK } from "../../shared/books.ts";
import { groupBy } from "../../shared/collections.ts";
import { InvalidTableError } from "../../shared/errors.ts";
import type { ContestPosition, ContestSlot } from "../../shared/schema/contest.ts";
import { LONGEST_NAME } from "../../shared/schema/request.ts";
import * as z from "../../shared/schema/zod.ts";
import type { ContestTable, ContestTableInput } from "../constraints/readers/contest-table.ts";
import type { Catalog } from "./catalog.ts";
import { parseContestTable, parseTable } from "./contest.ts";
import { sportNumbered } from "./sports.ts";

const text = z.nullish(z.string());

const range = z.nullish(
  z.looseObject({
    isEnabled: z.boolean(),
    minValue: z.nullish(z.number()),
    maxValue: z.nullish(z.number()),
  }),
);

/** DraftKings' rules of a game type, as its API returns them; `sport` may be added by hand. */
const gameTypeSchema = z.looseObject({
  sport: z.optional(z.string()),
  gameTypeId: z.nullish(z.int()),
  gameTypeName: z.text(),
  rulesUrl: text,
  allowLateSwap: z.nullish(z.boolean()),
  salaryCap: range,
  gameCount: range,
  teamCount: range,
  lineupTemplate: z.array(
    z.looseObject({ rosterSlot: z.looseObject({ name: z.string(), positionTipSubtext: text }) }),
    1,
  ),
});

type GameType = z.output<typeof gameTypeSchema>;

const SOURCE = "game-type-rules";

/**
 * Makes a contest's table from DraftKings' rules of a game type. If a known contest has the same slots, its
 * positions are used, and those of its rules that DraftKings never gives, such as a limit per team. Otherwise
 * the salary file determines the slots of each player.
 * @throws InvalidTableError for an answer without slots, and for one of an unknown sport.
 */
export function gameTypeTable(
  value: unknown,
  file: string,
  known: Pick<Catalog, "contestsWhere">,
): ContestTable {
  const answer = parseTable(gameTypeSchema, [], value, file);
  const sport = answer.sport ?? sportNumbered(/\/rules\/(\d+)\//.exec(answer.rulesUrl ?? "")?.[1] ?? "");
  if (sport === undefined)
    throw new InvalidTableError(
      file,
      "rulesUrl",
      `"${answer.rulesUrl ?? ""}" does not show the sport. Add the field "sport", such as "sport": "tennis".`,
    );
  const tables = known.contestsWhere((table) => table.book === GAME_TYPE_BOOK && table.sport === sport);
  const slots = slotsOf(answer);
  const same = tables.find((table) => hasSlots(table, slots));
  const { sources, ...table } = {
    ...(same ? likeKnown(same) : seatedByFile(sport, slots, answer, tables)),
    ...limitsOf(answer, same),
  };
  const cites = JSON.stringify(table);
  const cited = Object.entries(sources).filter(([key]) => cites.includes(`"source":${JSON.stringify(key)}`));
  return parseContestTable(
    { ...table, sources: { ...Object.fromEntries(cited), [SOURCE]: words(answer) } },
    file,
  );
}

type AnswerSlot = ReturnType<typeof slotsOf>[number];

/** `multiplier` is that of the slot's points; null if the answer does not give it. */
function slotsOf({ lineupTemplate }: GameType) {
  return [...groupBy(lineupTemplate, ({ rosterSlot }) => rosterSlot.name)].map(([name, seats]) => {
    const multiplier = Number.parseFloat(seats[0]!.rosterSlot.positionTipSubtext ?? "");
    return { name, count: seats.length, multiplier: multiplier > 0 ? multiplier : null };
  });
}

function hasSlots({ slots }: ContestTable, wanted: readonly AnswerSlot[]): boolean {
  return (
    slots.length === wanted.length &&
    wanted.every(({ name, count, multiplier }) =>
      slots.some(
        (slot) =>
          slot.uploadColumn === name &&
          slot.count === count &&
          (multiplier === null || slot.pointsMultiplier === multiplier),
      ),
    )
  );
}

function likeKnown({ from: _from, until: _until, identifiedBy: _signs, ...known }: ContestTable) {
  return { ...known, minimumTeams: null, minimumGames: null };
}

/**
 * The positions are the slots, so that the salary file's roster positions decide which slots a player fits.
 */
function seatedByFile(
  sport: string,
  slots: readonly AnswerSlot[],
  answer: GameType,
  tables: readonly ContestTable[],
) {
  const { captains }: Book["salaryFile"] = bookNamed(GAME_TYPE_BOOK).salaryFile;
  const played = new Map(
    tables.flatMap(({ positions, unseated }) => [...positions, ...unseated]).map((one) => [one.name, one]),
  );
  const names = slots.map(({ name }) => name);
  const own = (position: Pick<ContestPosition, "name" | "aliases" | "entry">) => ({
    ...position,
    aliases: position.aliases.filter((alias) => !names.includes(alias)),
    source: SOURCE,
  });
  return {
    sport,
    book: GAME_TYPE_BOOK,
    contest: answer.gameTypeName
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "")
      .slice(0, LONGEST_NAME),
    sources: {},
    positions: names.map((name) => own(played.get(name) ?? { name, aliases: [], entry: "player" })),
    unseated: [...played.values()].filter(({ name }) => !names.includes(name)).map(own),
    slots: slots.map(
      ({ name, count, multiplier }): ContestSlot => ({
        ...{ name, count, accepts: [name], uploadColumn: name, source: SOURCE },
        pointsMultiplier: multiplier ?? (name === captains.slot ? captains.salaryFactor : 1),
        salary: name === captains.slot ? "captainSalary" : "salary",
      }),
    ),
    uploadOrder: names,
  };
}

function words({ gameTypeId, gameTypeName, allowLateSwap }: GameType): string {
  const number = gameTypeId == null ? "" : ` ${gameTypeId}`;
  const swap = allowLateSwap == null ? "" : ` Late swap is ${allowLateSwap ? "" : "not "}allowed.`;
  return `DraftKings' rules of game type${number}, ${gameTypeName}, as its interface answered.${swap}`;
}

/** As far as the answer has them. */
function limitsOf(
  { salaryCap, gameCount, teamCount }: GameType,
  same: ContestTable | undefined,
): Partial<ContestTableInput> {
  const enabled = (one: GameType["gameCount"]) => (one?.isEnabled ? one : null);
  const [cap, games, teams] = [salaryCap, gameCount, teamCount].map(enabled);
  const source = SOURCE;
  const [fewestGames, mostGames] = [games?.minValue ?? 1, games?.maxValue ?? null];
  const fewestTeams = teams?.minValue ?? 1;
  return {
    salaryCap: cap?.maxValue == null ? null : { default: cap.maxValue, source },
    games: { minimum: Math.max(1, fewestGames), maximum: mostGames, source },
    ...(fewestGames > 1 && {
      minimumGames: { minimum: fewestGames, except: same?.minimumGames?.except ?? [], source },
    }),
    // Players from a number of games are from at least as many teams.
    ...(fewestTeams > fewestGames &&
      (mostGames === 1
        ? { bothTeams: { source } }
        : { minimumTeams: { minimum: fewestTeams, except: same?.minimumTeams?.except ?? [], source } })),
  };
}
