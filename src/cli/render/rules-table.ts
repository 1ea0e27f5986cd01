import type { ContestTable } from "../../catalog/contest-table.ts";
import type { ContestSlot } from "../../schema/contest.ts";
import { dollars } from "./amounts.ts";
import { grid } from "./grid.ts";

/** One row for each contest. */
export function contestOverview(contests: readonly ContestTable[]): string {
  return grid(
    [
      { title: "Sport", alignment: "left" },
      { title: "Book", alignment: "left" },
      { title: "Contest", alignment: "left" },
      { title: "Roster", alignment: "left", width: 48 },
      { title: "A lineup also has", alignment: "left", width: 38 },
      { title: "Cap", alignment: "right" },
    ],
    contests.map((contest) => [
      contest.sport,
      contest.book,
      contest.contest,
      contest.slots.map((slot) => slotWords(slot)).join(", "),
      ruleWords(contest).join("; "),
      dollars(contest.salaryCap.default),
    ]),
  );
}

/** Everything a contest's table says. */
export function contestDetails(contest: ContestTable): string {
  const { sport, book, salaryCap, slots, positions, sources } = contest;
  const slotGrid = grid(
    [
      { title: "Slot", alignment: "left" },
      { title: "Seats", alignment: "right" },
      { title: "Takes", alignment: "left", width: 34 },
      { title: "Points", alignment: "right" },
      { title: "Salary", alignment: "left" },
      { title: "Upload column", alignment: "left" },
    ],
    slots.map((slot) => [
      slot.name,
      String(slot.count),
      slot.accepts.join(", "),
      `x ${slot.pointsMultiplier}`,
      slot.salary,
      slot.uploadColumn,
    ]),
  );
  const aliases = positions.flatMap(({ name, aliases: spellings }) =>
    spellings.length === 0 ? [] : [`${spellings.join(" and ")} mean ${name}`],
  );
  const lines = [
    `Salary cap: ${dollars(salaryCap.default)} where the request has none`,
    `Games: ${gamesWords(contest)}`,
    ...ruleWords(contest).map((words) => `A lineup has ${words}`),
    ...(contest.stack
      ? [`Stacks: a ${contest.stack.passer} with a ${contest.stack.receiver} of the same team`]
      : []),
    ...(aliases.length > 0 ? [`Other spellings: ${aliases.join("; ")}`] : []),
    ...Object.entries(sources).map(([name, what]) => `Source "${name}": ${what}`),
  ];
  return `${sport} ${book} ${contest.contest}\n\n${slotGrid}\n${lines.join("\n")}\n`;
}

function slotWords({ name, count, accepts, pointsMultiplier }: ContestSlot): string {
  const takes = accepts.length === 1 && accepts[0] === name ? "" : ` (${accepts.join(" ")})`;
  return `${count} ${name}${takes}${pointsMultiplier === 1 ? "" : ` x ${pointsMultiplier}`}`;
}

function gamesWords({ games: { minimum, maximum } }: ContestTable): string {
  if (maximum === null) return `at least ${minimum} in the request`;
  return maximum === minimum
    ? `exactly ${minimum} in the request`
    : `${minimum} to ${maximum} in the request`;
}

/** The rules beside slots and cap, each to follow "a lineup has". */
function ruleWords({ minimumGames, minimumTeams, teamLimits, bothTeams }: ContestTable): string[] {
  const words: string[] = [];
  const players = (except: readonly string[]) =>
    except.length === 0 ? "players" : `players (${except.join(", ")} not counted)`;
  if (minimumGames) words.push(`${players(minimumGames.except)} of at least ${minimumGames.minimum} games`);
  if (minimumTeams) words.push(`${players(minimumTeams.except)} of at least ${minimumTeams.minimum} teams`);
  for (const { maximum, except } of teamLimits)
    words.push(`at most ${maximum} ${players(except)} of one team`);
  if (bothTeams) words.push("both teams of its game");
  return words;
}
