import { contestName } from "../../contests/catalog/catalog.ts";
import { sportNamed } from "../../contests/catalog/sports.ts";
import { type ContestTable, ruleWords } from "../../contests/constraints/readers/contest-table.ts";
import { builtInCatalog, loadCatalog, loadContestTable } from "../../platform/node/catalog.ts";
import { readContest } from "../../platform/own-tables.ts";
import { bookNamed, contestWords } from "../../shared/books.ts";
import { UnknownContestError } from "../../shared/errors.ts";
import type { ContestSlot } from "../../shared/schema/contest.ts";
import { dollars } from "../../shared/words.ts";
import type { TableFinding, WitnessSeat } from "../../testing/check-table.ts";
import { REFUSED, usageError } from "../errors.ts";
import { inputName, readJson } from "../input/files.ts";
import type { Options } from "../options/definitions.ts";
import { writeResult } from "../output.ts";
import { type Column, grid } from "../render/grid.ts";
import { blocks, folded, json, type Look, lookOf, styled } from "../render/text.ts";

const KEYS = ["sport", "book", "contest"] as const;

export async function run(options: Options<"rules">, words: readonly string[] = []): Promise<void> {
  const [action, file, other] = words;
  if (action === "check") {
    if (file === undefined || other !== undefined)
      throw usageError("rules check", "needs the table's file alone: rules check FILE.");
    return checkRules(file, options);
  }
  const { contests } = await loadCatalog({ rules: options.rules });
  const { sport, book, contest } = options;
  const wanted = { sport, book, contest };
  const chosen = contests.filter(
    (table) =>
      KEYS.every((key) => wanted[key] === undefined || wanted[key] === table[key]) &&
      words.every((word) => isOf(word, table)),
  );
  const stranger = words.find((word) => !contests.some((table) => isOf(word, table)));
  if (stranger !== undefined || (chosen.length === 0 && words.length > 0))
    throw usageError(
      `rules ${words.join(" ")}`,
      `chooses no contest${stranger === undefined ? "" : `: ${stranger} is no sport, book or contest`}. \`rules\` alone lists them all.`,
    );
  if (chosen.length === 0) throw new UnknownContestError(wanted, contests.map(contestName));
  const { format, output } = options;
  const shown =
    chosen.length === 1
      ? contestDetails(chosen[0]!, lookOf(output))
      : contestOverview(chosen, lookOf(output));
  await writeResult(format === "json" ? json(chosen) : shown, output);
}

function isOf(word: string, { sport, book, contest }: ContestTable): boolean {
  const { name, vendor, site } = bookNamed(book);
  const own = [sport, name, vendor, site, contest].map((one) => one.toLowerCase());
  return own.includes(word.toLowerCase()) || sportNamed(word) === sport;
}

export function contestOverview(contests: readonly ContestTable[], look: Look): string {
  const sports = [...new Set(contests.map(({ sport }) => sport))];
  const columns = overviewColumns(contests);
  return blocks(
    ...sports.flatMap((sport) => {
      const these = contests.filter((contest) => contest.sport === sport);
      return [styled("title", sport, look), grid(columns, these, look)];
    }),
  );
}

export function overviewColumns(contests: readonly ContestTable[]): readonly Column<ContestTable>[] {
  const played: Column<ContestTable> = ["Played", playedWords];
  return [
    ["Book", ({ book }) => bookNamed(book).vendor],
    ["Contest", ({ contest }) => contest],
    ["Cap", ({ salaryCap }) => (salaryCap === null ? "none" : dollars(salaryCap.default)), "right"],
    ...(contests.some((contest) => playedWords(contest) !== "") ? [played] : []),
    ["Roster", ({ slots }) => slots.map(slotWords).join(", "), "wraps"],
    ["A lineup also has", (contest) => lineupWords(contest).join("; "), "wraps"],
  ];
}

export function contestDetails(contest: ContestTable, look: Look): string {
  const { salaryCap, slots, positions, sources } = contest;
  const slotGrid = grid(
    [
      ["Slot", ({ name }) => name],
      ["Seats", ({ count }) => String(count), "right"],
      ["Takes", ({ accepts }) => accepts.join(", "), "wraps"],
      ["Points", ({ pointsMultiplier }) => `x ${pointsMultiplier}`, "right"],
      ["Salary", ({ salary }) => salary],
      ["Upload column", ({ uploadColumn }) => uploadColumn, "wraps"],
    ],
    slots,
    look,
  );
  const aliases = positions.flatMap(({ name, aliases: spellings }) =>
    spellings.length === 0 ? [] : [`${spellings.join(" and ")} mean ${name}`],
  );
  const played = playedWords(contest);
  const { rosterPositions = [], columns = [], withoutColumns = [] } = contest.identifiedBy ?? {};
  const signs = [
    ...rosterPositions.map((one) => `the roster position "${one}"`),
    ...columns.map((one) => `the column "${one}"`),
    ...withoutColumns.map((one) => `no column "${one}"`),
  ];
  const lines = [
    ...(played === "" ? [] : [`Played: ${played}`]),
    ...(signs.length > 0 ? [`Its files have ${signs.join(" and ")}`] : []),
    salaryCap === null
      ? "Salary cap: none"
      : `Salary cap: ${dollars(salaryCap.default)}, unless the request has one`,
    `Games: ${gamesWords(contest)}`,
    ...lineupWords(contest).map((words) => `A lineup has ${words}`),
    ...ruleWords(contest).offers.map((words) => `A request may ${words}`),
    ...(aliases.length > 0 ? [`Other spellings: ${aliases.join("; ")}`] : []),
    ...Object.entries(sources).map(([name, what]) => `Source "${name}": ${what}`),
  ];
  const paragraphs = lines.map((line) => folded(line, look.width, "  "));
  return blocks(styled("title", contestWords(contest), look), slotGrid, paragraphs.join("\n"));
}

function playedWords({ from, until }: Pick<ContestTable, "from" | "until">): string {
  if (from !== undefined && until !== undefined) return `${from} to ${until}`;
  if (from !== undefined) return `since ${from}`;
  return until === undefined ? "" : `until ${until}`;
}

function slotWords({ name, count, accepts, pointsMultiplier }: ContestSlot): string {
  const takes = accepts.length === 1 && accepts[0] === name ? "" : ` (${accepts.join(" ")})`;
  return `${count === 1 ? "" : `${count} `}${name}${takes}${pointsMultiplier === 1 ? "" : ` x ${pointsMultiplier}`}`;
}

function gamesWords({ games: { minimum, maximum } }: ContestTable): string {
  if (maximum === null) return `at least ${minimum} in the request`;
  return maximum === minimum
    ? `exactly ${minimum} in the request`
    : `${minimum} to ${maximum} in the request`;
}

function lineupWords(contest: ContestTable): string[] {
  const { limits, bookOnly } = ruleWords(contest);
  return [...limits, ...bookOnly.map((words) => `${words} (only in lineups made from the book's own files)`)];
}

const WIDTH = 80;
const INDENT = "      ";
const MARKS: Readonly<Record<TableFinding["weight"], string>> = {
  fault: "wrong",
  note: "note ",
  fine: "ok   ",
};

function tableFindings(title: string, findings: readonly TableFinding[]): string {
  const reached = findings.filter(({ code }) => code === "slot-reached");
  const others = findings.filter(({ code }) => code !== "slot-reached");
  const lines = others.map(({ weight, detail, witness }) => line(weight, `${detail}${shown(witness)}`));
  if (reached.length > 0) lines.splice(1, 0, line("fine", reached.map(({ detail }) => detail).join(", ")));
  const faults = findings.filter(({ weight }) => weight === "fault").length;
  const verdict = faults === 0 ? "Nothing is wrong." : `${faults} wrong.`;
  return [`${folded(title, WIDTH)}\n`, ...lines, `${verdict}\n`].join("\n");
}

function line(weight: TableFinding["weight"], text: string): string {
  return folded(`${MARKS[weight]} ${text}.`, WIDTH, INDENT);
}

function shown(witness: readonly WitnessSeat[] | null): string {
  if (witness === null) return "";
  return `: ${witness.map(({ slot, position, team }) => `${slot} ${position} of ${team}`).join(", ")}`;
}

async function checkRules(file: string, { rules, format, output }: Options<"rules">): Promise<void> {
  const contest =
    inputName(file) === file
      ? await loadContestTable(file)
      : await readContest(await readJson(file), inputName(file), builtInCatalog);
  const { contests } = await loadCatalog({ rules });
  const [{ checkTable }, { createSearch }, { createRunner }] = await Promise.all([
    import("../../testing/check-table.ts"),
    import("../../engine/search/search.ts"),
    import("../../platform/node/runner.ts"),
  ]);
  const search = createSearch(createRunner(0));
  try {
    const findings = await checkTable(contest, contests, search);
    const faults = findings.filter(({ weight }) => weight === "fault").length;
    const name = contestName(contest);
    const text =
      format === "json"
        ? json({ file, contest: name, sound: faults === 0, findings })
        : tableFindings(`${inputName(file)}: ${contestWords(contest)}`, findings);
    await writeResult(text, output);
    if (faults > 0) process.exitCode = REFUSED;
  } finally {
    await search.close();
  }
}
