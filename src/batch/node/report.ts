import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { bars, type Chart, figures, overTime, percentText } from "../../report/charts.ts";
import type { ErrorObject } from "../../shared/errors.ts";
import { facts, type Html, html, NOTHING, page, type Section, table } from "../../shared/page.ts";
import type { FantasyLineupDocument } from "../../shared/schema/lineups.ts";
import type { BatchRecord } from "../batch-record.ts";
import { isFault, readJob } from "../job.ts";
import type { Plan } from "../plan.ts";
import { type IncludedName, includedName, type JobTiming, type Outcome, type ResultLine } from "../row.ts";
import type { Row } from "./find-rows.ts";
import type { Places } from "./folder.ts";
import { writeDurably } from "./folder.ts";
import { LineFinder } from "./manifest-lines.ts";
import type { Summary } from "./old-rows.ts";
import { oldRows } from "./old-rows.ts";
import { readCheckpoint } from "./store.ts";

/** Maximum number of slates; later ones are not counted. */
const MOST_SLATES = 200;

/** The number of a slate's lineups that contain a player. */
interface PersonExposure {
  readonly name: string;
  readonly team: string;
  readonly lineups: number;
}

/** The exposures in all lineups of a slate's jobs, highest first. */
export interface SlateExposure {
  readonly slate: string;
  readonly lineups: number;
  readonly people: readonly PersonExposure[];
}

const NOBODY: IncludedName = { uuid: "", name: "", team: "" };

interface Person {
  name: string;
  team: string;
  lineups: number;
}

/** Counts the players in the lineups of each slate, over all of its jobs. */
export class ExposureCount {
  readonly #slates = new Map<string, { lineups: number; readonly people: Map<string, Person> }>();

  /** Adds a document's lineups; ignores documents without names (see the option `include`). */
  add(slate: string, { data, included = [] }: FantasyLineupDocument): void {
    if (included.length === 0) return;
    let known = this.#slates.get(slate);
    if (known === undefined) {
      if (this.#slates.size === MOST_SLATES) return;
      known = { lineups: 0, people: new Map() };
      this.#slates.set(slate, known);
    }
    const { people } = known;
    known.lineups += data.length;
    for (const { attributes } of data)
      for (const uuid of uuidsOf(attributes.byPositions)) {
        const person = people.get(uuid);
        if (person === undefined) people.set(uuid, { name: "", team: "", lineups: 1 });
        else person.lineups += 1;
      }
    for (const resource of included) {
      const { uuid, name, team } = includedName(resource) ?? NOBODY;
      const person = people.get(uuid);
      if (person?.name === "") Object.assign(person, { name, team });
    }
  }

  /** The slates with most lineups first. */
  slates(): readonly SlateExposure[] {
    return [...this.#slates]
      .map(([slate, { lineups, people }]) => ({
        slate,
        lineups,
        people: [...people.values()].sort((a, b) => b.lineups - a.lineups || (a.name < b.name ? -1 : 1)),
      }))
      .sort((a, b) => b.lineups - a.lineups);
  }
}

function uuidsOf(seats: FantasyLineupDocument["data"][number]["attributes"]["byPositions"]): Set<string> {
  return new Set(Object.values(seats).flatMap((people) => people.map(({ uuid }) => uuid)));
}

/** Maximum number of bins. */
const MOST_BINS = 120;

/** A number of moments within `width` seconds from `from`, in seconds since 1970. */
interface TimeBin {
  readonly from: number;
  readonly width: number;
  readonly count: number;
}

/**
 * Counts moments in bins of equal width, which doubles when there are too many bins: memory stays constant.
 */
class Timeline {
  #width = 1;
  #counts = new Map<number, number>();
  #first = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;

  /** `moment` in seconds since 1970. */
  add(moment: number): void {
    const bin = Math.floor(moment / this.#width);
    this.#counts.set(bin, (this.#counts.get(bin) ?? 0) + 1);
    this.#first = Math.min(this.#first, bin);
    this.#last = Math.max(this.#last, bin);
    while (this.#last - this.#first >= MOST_BINS) this.#double();
  }

  /** All bins from the first to the last that has moments, with the empty ones between. */
  bins(): readonly TimeBin[] {
    const width = this.#width;
    return Array.from({ length: Math.max(0, this.#last - this.#first + 1) }, (_, index) => {
      const bin = this.#first + index;
      return { from: bin * width, width, count: this.#counts.get(bin) ?? 0 };
    });
  }

  #double(): void {
    const half = (bin: number) => Math.floor(bin / 2);
    const counts = new Map<number, number>();
    for (const [bin, count] of this.#counts) counts.set(half(bin), (counts.get(half(bin)) ?? 0) + count);
    this.#counts = counts;
    this.#width *= 2;
    this.#first = half(this.#first);
    this.#last = half(this.#last);
  }
}

/** Number of slow jobs that the report lists. */
const SLOWEST = 15;
const MOST_UNDONE = 50;

/** A slow job. */
interface SlowJob {
  readonly id: string;
  readonly line: number;
  readonly seconds: number;
}

/** A job without lineups, and the reason. */
interface UndoneJob {
  readonly id: string;
  readonly line: number;
  readonly state: ResultLine["state"];
  readonly error: ErrorObject;
}

/** The report's figures in addition to its summary. */
interface BatchFigures {
  readonly seconds: number;
  readonly workers: number;
  readonly throughput: readonly TimeBin[];
  readonly slowest: readonly SlowJob[];
  readonly undone: readonly UndoneJob[];
  readonly slates: readonly SlateExposure[];
}

/** Collects the report's figures job by job, in constant memory. */
class FigureCount {
  readonly #timeline = new Timeline();
  readonly #exposures = new ExposureCount();
  readonly #workers = new Set<string>();
  readonly #undone: UndoneJob[] = [];
  #slowest: SlowJob[] = [];
  #seconds = 0;

  add({ id, line, state }: ResultLine, timing: JobTiming, outcome: Outcome, slate: string): void {
    const { seconds, worker, at } = timing;
    this.#seconds += seconds;
    this.#timeline.add(at);
    this.#workers.add(String(worker));
    if (this.#slowest.length < SLOWEST || seconds > this.#slowest.at(-1)!.seconds)
      this.#slowest = [...this.#slowest, { id, line, seconds }]
        .sort((a, b) => b.seconds - a.seconds)
        .slice(0, SLOWEST);
    if (outcome.state === "done") this.#exposures.add(slate, outcome.document);
    else if (this.#undone.length < MOST_UNDONE)
      this.#undone.push({ id, line, state, error: outcome.error[0]! });
  }

  figures(): BatchFigures {
    return {
      seconds: this.#seconds,
      workers: this.#workers.size,
      throughput: this.#timeline.bins(),
      slowest: this.#slowest,
      undone: this.#undone,
      slates: this.#exposures.slates(),
    };
  }
}

/** Writes the report of a finished batch that has a summary. */
export async function writeReport(places: Places, plan: Plan, record: BatchRecord): Promise<void> {
  const summary = JSON.parse(await readFile(places.summary, "utf8")) as Summary;
  const manifest = new LineFinder(record.manifest.file);
  const found = new FigureCount();
  const rows = { places, plan, checkpoint: await readCheckpoint(places) };
  try {
    for await (const { result, solved } of oldRows(rows)) {
      const row = JSON.parse(Buffer.from(solved.row).toString("utf8")) as Row;
      found.add(result, JSON.parse(solved.timing) as JobTiming, row, await slateOf(row, manifest));
    }
  } finally {
    await manifest.close();
  }
  const text = await batchPage(basename(record.manifest.file), summary, found.figures());
  await writeDurably(places.report, places.out, text);
}

/** The name of a job's slate: from its file's name as long as the manifest has the job. */
async function slateOf(row: Row, manifest: LineFinder): Promise<string> {
  const line = await manifest.at(row.line).catch(() => null);
  const job = line && readJob(line.bytes.toString("utf8"), row.line);
  const file = job === null || isFault(job) || job.id !== row.id ? undefined : (job.salaries ?? job.request);
  return typeof file === "string" ? file : contestOf(row);
}

/** The name of a slate without a file. */
function contestOf(row: Row): string {
  if (row.state !== "done") return "";
  const [first] = row.document.data;
  const sport = first?.id.split("/")[1] ?? "";
  return [sport, first?.attributes.book, first?.attributes.contest].filter((part) => part).join(" ");
}

/** Maximum number of slates in the report, and of players per slate. */
const DRAWN_SLATES = 24;
const DRAWN_PEOPLE = 12;

/** A batch's report as one self-contained page. */
async function batchPage(title: string, summary: Summary, found: BatchFigures): Promise<string> {
  const sections: Section[] = [
    { heading: "Progress", body: await progressSection(found) },
    ...(found.undone.length === 0
      ? []
      : [{ heading: "Without lineups", body: await undoneSection(summary, found) }]),
    { heading: "Slowest jobs", body: await slowestSection(found) },
    ...(found.slates.length === 0 ? [] : [{ heading: "Exposure", body: await exposureSection(found) }]),
  ];
  return page(`Batch: ${title}`, lead(summary, found), sections);
}

function lead({ jobs, states, lineups, stamp, engine }: Summary, { workers }: BatchFigures): Html {
  return html`${facts([
    ["Jobs", count(jobs)],
    ["Done", count(states.done)],
    ["Infeasible", count(states.infeasible)],
    ["Failed", count(states.failed)],
    ["Lineups", count(lineups)],
    ["Threads", count(workers)],
  ])}
<p class="faint small">Stamp ${stamp}, dfs-lineups ${engine}.</p>`;
}

async function progressSection({ throughput, seconds }: BatchFigures): Promise<Html> {
  const values = throughput.map(({ from, width, count: jobs }) => ({ at: from * 1000, value: jobs / width }));
  const end = throughput.at(-1);
  const closed = end === undefined ? values : [...values, { at: (end.from + end.width) * 1000, value: 0 }];
  const chart: Chart = { title: "Jobs a second", spec: overTime(closed, "jobs a second") };
  return html`${await figures([chart])}
<p class="faint small">${secondsText(seconds)} of threads' time in all.</p>`;
}

async function undoneSection({ reasons, states }: Summary, { undone }: BatchFigures): Promise<Html> {
  const values = Object.entries(reasons)
    .map(([name, value]) => ({ name, value }))
    .sort((a, b) => b.value - a.value);
  const left = states.infeasible + states.failed - undone.length;
  return html`${await figures([{ title: "Jobs by reason", spec: bars(values, "jobs", "~s", { leastStep: 1 }) }])}
${table(
  [{ title: "Job" }, { title: "Line", isNumber: true }, { title: "Reason" }],
  undone.map(({ id, line, state, error }) => [
    id,
    line,
    html`${error.code} <span class="faint small">${state}</span><br /><span class="faint small">${error.detail}</span>`,
  ]),
  left > 0 ? `The first ${undone.length}; ${count(left)} more are in the results.` : undefined,
)}`;
}

async function slowestSection({ slowest }: BatchFigures): Promise<Html> {
  const values = slowest.map(({ id, seconds }) => ({ name: id, value: seconds }));
  return html`${await figures([{ title: "Seconds", spec: bars(values, "seconds", ",~f") }])}
${table(
  [{ title: "Job" }, { title: "Line", isNumber: true }, { title: "Time", isNumber: true }],
  slowest.map(({ id, line, seconds }) => [id, line, secondsText(seconds)]),
)}`;
}

async function exposureSection({ slates }: BatchFigures): Promise<Html> {
  const left = slates.length - DRAWN_SLATES;
  return html`${await figures(slates.slice(0, DRAWN_SLATES).map(chartOf))}
${left > 0 ? html`<p class="faint small">The ${DRAWN_SLATES} slates with most lineups; ${count(left)} more are not drawn.</p>` : NOTHING}`;
}

function chartOf({ slate, lineups, people }: SlateExposure): Chart {
  const drawn = people.slice(0, DRAWN_PEOPLE);
  const [most] = drawn;
  const share = most === undefined ? "" : `, ${most.name} in ${percentText((100 * most.lineups) / lineups)}`;
  return {
    title: `${slate}: ${count(lineups)} lineups${share}`,
    spec: bars(
      drawn.map((one) => ({
        name: one.team === "" ? one.name : `${one.name} ${one.team}`,
        value: (100 * one.lineups) / lineups,
      })),
      "percent of the lineups",
      ".0f",
    ),
  };
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}

function secondsText(seconds: number): string {
  return seconds < 100 ? `${seconds.toPrecision(3)} s` : `${count(Math.round(seconds))} s`;
}
