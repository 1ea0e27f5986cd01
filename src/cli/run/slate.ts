import { easternText } from "../../files/eastern-time.ts";
import { AVERAGES_NOTE, matchNotes } from "../../files/match-notes.ts";
import { isOfPool } from "../../files/match-projections.ts";
import type { LeftOutReason } from "../../files/slate.ts";
import { describeReason } from "../../files/slate.ts";
import { loadCatalog } from "../../platform/node/catalog.ts";
import { groupBy } from "../../shared/collections.ts";
import { BAD_INPUT } from "../failure.ts";
import { type EveningFiles, readEveningFiles } from "../input/entries-file.ts";
import { slateNote } from "../input/slate-note.ts";
import type { Options } from "../options/definitions.ts";
import { writeResult } from "../output.ts";
import { dollars } from "../render/amounts.ts";
import { blocks, folded } from "../render/folded.ts";
import { grid } from "../render/grid.ts";
import { json } from "../render/json.ts";
import { type Look, lookOf, styled } from "../render/look.ts";
import { printable } from "../render/printable.ts";
import { type SlateFacts, slateFacts } from "../render/slate-facts.ts";

/** Shows the content read from a book's file and projections. */
export async function run(options: Options<"slate">, name: string): Promise<void> {
  const catalog = await loadCatalog({ rules: options.rules, scoring: options.scoring });
  const files = await readEveningFiles(name, options, catalog);
  // Report an unknown contest now, not when lineups are built.
  catalog.contest(files.slate.sport, files.slate.book, files.slate.contest);
  const facts = slateFacts(files);
  const text = options.format === "json" ? json(facts) : slateReport(facts, files, lookOf(options.output));
  await writeResult(text, options.output);
  if (!(files.points?.files ?? []).every(({ report }) => isOfPool(report))) process.exitCode = BAD_INPUT;
}

/** The maximum number of names per reason for being out, and of rows without a match. */
const NAMED = 24;
const UNMATCHED = 40;

/** The content read from a book's file and projections, as text. */
function slateReport(facts: SlateFacts, { slate, points }: EveningFiles, look: Look): string {
  const text = (one: string) => folded(printable(one), look.width, "  ");
  const title = (one: string) => styled("title", text(one), look);
  const { games, contests } = facts;
  return blocks(
    title(`${facts.file}: ${slateNote(slate)} (${facts.vendor}).`),
    games.length === 0
      ? "No game that can be drafted from."
      : grid(
          [
            ["Game", ({ game }) => game],
            ["Start", ({ startsAt }) => (startsAt === null ? "not in the file" : easternText(startsAt))],
            ["Players", ({ players }) => String(players), "right"],
          ],
          games,
          look,
        ),
    facts.kind !== "entries"
      ? ""
      : grid(
          [
            ["Contest", ({ name, id }) => name ?? id ?? "", "wraps"],
            ["Fee", ({ entryFee }) => (entryFee === null ? "" : dollars(entryFee)), "right"],
            ["Entries", ({ entries }) => String(entries), "right"],
            ["With lineups", ({ filled }) => String(filled), "right"],
            ["Locked seats", ({ lockedSeats }) => String(lockedSeats), "right"],
          ],
          contests,
          look,
        ),
    ...outLines(facts).map(text),
    ...(points?.files ?? []).map(({ file, columns, report }) =>
      [
        title(`${file}:`),
        ...[...(columns === null ? [] : [columns]), ...matchNotes(report, slate, UNMATCHED)].map((note) =>
          note.startsWith("  ") ? `  ${folded(printable(note), look.width - 2, "    ")}` : text(note),
        ),
      ].join("\n"),
    ),
    points === undefined ? text(`No projections: ${AVERAGES_NOTE}`) : "",
  );
}

/** Players who are out, a line for each reason and mark. */
function outLines({ out }: SlateFacts): string[] {
  const groups = groupBy(out, ({ reason, detail }) => `${reason}\n${reason === "injured" ? detail : ""}`);
  return [...groups.values()].map((people) => {
    const { reason, detail } = people[0]!;
    const mark = reason === "injured" ? `${detail}, ` : "";
    const names = people.slice(0, NAMED).map(({ name, team }) => `${name} (${team})`);
    const more = people.length > NAMED ? [`and ${people.length - NAMED} more`] : [];
    return `Out, ${mark}${describeReason(reason as LeftOutReason)}: ${people.length}. ${[...names, ...more].join(", ")}.`;
  });
}
