import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { bars, type Chart, figures, overTime } from "../../report/charts.ts";
import { peopleIn } from "../../report/people.ts";
import { contestWords } from "../../shared/books.ts";
import type { ErrorObject } from "../../shared/errors.ts";
import { facts, type Html, html, NOTHING, numbers, page, type Section, table } from "../../shared/page.ts";
import type { FantasyLineupDocument } from "../../shared/schema/lineups.ts";
import { seatsOf } from "../../shared/seats-of.ts";
import { grouped, percentText } from "../../shared/words.ts";
import type { BatchRecord } from "../batch-record.ts";
import { isFault, readJob } from "../job.ts";
import type { JobTiming, ResultLine } from "../row.ts";
import type { Places } from "./folder.ts";
import { writeDurably } from "./folder.ts";
import { LineFinder } from "./manifest-lines.ts";
import type { Row, Summary } from "./stored-rows.ts";
import { oldRows, writtenRows } from "./stored-rows.ts";

/** Maximum number of slates whose exposures are counted; later slates are ignored. */
const MOST_SLATES = 200;

/** How many lineups of a slate's jobs have each player, the most frequent player first. */
type SlateExposure = ReturnType<ExposureCount["slates"]>[number];

/** Counts, for each slate, how many lineups of all its jobs have each player. */
export class ExposureCount {
  readonly #slates = new Map<
    string,
    { lineups: number; readonly people: Map<string, { name: string; team: string; lineups: number }> }
  >();

  /**
   * Adds a job's lineups to the counts of its slate. Skips a document without `included` resources: the names
   * of its players are unknown.
   */
  add(slate: string, { data, included = [] }: FantasyLineupDocument): void {
    if (included.length === 0) return;
    let known = this.#slates.get(slate);
    if (known === undefined) {
      if (this.#slates.size === MOST_SLATES) return;
      known = { lineups: 0, people: new Map() };
      this.#slates.set(slate, known);
    }
    const { people } = known;
    const named = peopleIn(included);
    known.lineups += data.length;
    for (const lineup of data)
      for (const uuid of new Set(seatsOf(lineup).map((seat) => seat.uuid))) {
        const { name, team } = named.person(uuid);
        const person = people.get(uuid) ?? { name, team, lineups: 0 };
        person.lineups += 1;
        people.set(uuid, person);
      }
  }

  /** The counts of each slate; slates with more lineups come first. */
  slates() {
    return [...this.#slates]
      .map(([slate, { lineups, people }]) => ({
        slate,
        lineups,
        people: [...people.values()].sort((a, b) => b.lineups - a.lineups || (a.name < b.name ? -1 : 1)),
      }))
      .sort((a, b) => b.lineups - a.lineups);
  }
}

/** Maximum number of bins of a timeline. */
const MOST_BINS = 120;

/** Counts moments in bins of equal width. The width doubles when there are too many bins. */
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

  /** All bins from the first to the last with moments, also empty ones; `from` and `width` are seconds. */
  bins() {
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
const MOST_SLOW_JOBS = 15;
/** Number of jobs without lineups that the report lists. */
const MOST_UNDONE = 50;

/** Writes the report of a finished batch that has a summary. */
export async function writeReport(places: Places, record: BatchRecord): Promise<void> {
  const summary = JSON.parse(await readFile(places.summary, "utf8")) as Summary;
  const figures = await figuresOf(places, record);
  const text = await batchPage(basename(record.manifest.file), summary, figures);
  await writeDurably(places.report, places.out, text);
}

type BatchFigures = Awaited<ReturnType<typeof figuresOf>>;

/** Collects the figures of the report that the summary lacks, job by job, in bounded memory. */
async function figuresOf(places: Places, record: BatchRecord) {
  const timeline = new Timeline();
  const exposures = new ExposureCount();
  const workers = new Set<string>();
  const undone: (Pick<ResultLine, "id" | "line" | "state"> & { readonly error: ErrorObject })[] = [];
  let slowest: Pick<JobTiming, "id" | "line" | "seconds">[] = [];
  let sum = 0;
  const manifest = new LineFinder(record.manifest.file);
  try {
    for await (const { result, solved } of oldRows(await writtenRows(places, record))) {
      const row = JSON.parse(Buffer.from(solved.row).toString("utf8")) as Row;
      const { seconds, worker, at } = JSON.parse(solved.timing) as JobTiming;
      const { id, line, state } = result;
      const slate = await slateOf(row, manifest);
      sum += seconds;
      timeline.add(at);
      workers.add(String(worker));
      if (slowest.length < MOST_SLOW_JOBS || seconds > slowest.at(-1)!.seconds)
        slowest = [...slowest, { id, line, seconds }]
          .sort((a, b) => b.seconds - a.seconds)
          .slice(0, MOST_SLOW_JOBS);
      if (row.state === "done") exposures.add(slate, row.document);
      else if (undone.length < MOST_UNDONE) undone.push({ id, line, state, error: row.error[0]! });
    }
  } finally {
    await manifest.close();
  }
  return {
    ...{ seconds: sum, workers: workers.size, slowest, undone },
    throughput: timeline.bins(),
    slates: exposures.slates(),
  };
}

/** A name for a job's slate: the file that the job names in the manifest, else its contest. */
async function slateOf(row: Row, manifest: LineFinder): Promise<string> {
  const line = await manifest.at(row.line).catch(() => null);
  const job = line && readJob(line.bytes.toString("utf8"), row.line);
  const file = job === null || isFault(job) || job.id !== row.id ? undefined : (job.salaries ?? job.request);
  return typeof file === "string" ? file : contestOf(row);
}

/** A name for a slate without a file: its contest; empty for a job without lineups. */
function contestOf(row: Row): string {
  if (row.state !== "done") return "";
  const [first] = row.document.data;
  const sport = first?.id.split("/")[1] ?? "";
  return first === undefined ? sport : contestWords({ ...first.attributes, sport });
}

/** Maximum number of slates with a chart of exposures. */
const DRAWN_SLATES = 24;
/** Maximum number of players in a chart of exposures. */
const DRAWN_PEOPLE = 12;

/** A batch's report as one self-contained page. */
async function batchPage(title: string, summary: Summary, found: BatchFigures): Promise<string> {
  const sections: Section[] = [{ heading: "Progress", body: await progressSection(found) }];
  if (found.undone.length > 0)
    sections.push({ heading: "Without lineups", body: await undoneSection(summary, found) });
  sections.push({ heading: "Slowest jobs", body: await slowestSection(found) });
  if (found.slates.length > 0) sections.push({ heading: "Exposure", body: await exposureSection(found) });
  return page(`Batch: ${title}`, lead(summary, found), sections);
}

function lead({ jobs, states, lineups, stamp, engine }: Summary, { workers }: BatchFigures): Html {
  return html`${facts([
    ["Jobs", grouped(jobs)],
    ["Done", grouped(states.done)],
    ["Infeasible", grouped(states.infeasible)],
    ["Failed", grouped(states.failed)],
    ["Lineups", grouped(lineups)],
    ["Threads", grouped(workers)],
  ])}
<p class="faint small">Stamp ${stamp}, dfs-lineups ${engine}.</p>`;
}

async function progressSection({ throughput, seconds }: BatchFigures): Promise<Html> {
  const values = throughput.map(({ from, width, count: jobs }) => ({ at: from * 1000, value: jobs / width }));
  const end = throughput.at(-1);
  const closed = end === undefined ? values : [...values, { at: (end.from + end.width) * 1000, value: 0 }];
  const chart: Chart = { title: "Jobs a second", spec: overTime(closed, "jobs a second") };
  return html`${await figures([chart])}
<p class="faint small">${secondsText(seconds)} of thread time in total.</p>`;
}

async function undoneSection({ reasons, states }: Summary, { undone }: BatchFigures): Promise<Html> {
  const values = Object.entries(reasons)
    .map(([name, value]) => ({ name, value }))
    .sort((a, b) => b.value - a.value);
  const left = states.infeasible + states.failed - undone.length;
  return html`${await figures([{ title: "Jobs by reason", spec: bars(values, "jobs", "~s", { leastStep: 1 }) }])}
${table(
  [{ title: "Job" }, numbers("Line"), { title: "Reason" }],
  undone.map(({ id, line, state, error }) => [
    id,
    line,
    html`${error.code} <span class="faint small">${state}</span><br /><span class="faint small">${error.detail}</span>`,
  ]),
  left > 0 ? `The first ${undone.length}; ${grouped(left)} more are in the results.` : undefined,
)}`;
}

async function slowestSection({ slowest }: BatchFigures): Promise<Html> {
  const values = slowest.map(({ id, seconds }) => ({ name: id, value: seconds }));
  return html`${await figures([{ title: "Seconds", spec: bars(values, "seconds", ",~f") }])}
${table(
  [{ title: "Job" }, numbers("Line"), numbers("Time")],
  slowest.map(({ id, line, seconds }) => [id, line, secondsText(seconds)]),
)}`;
}

async function exposureSection({ slates }: BatchFigures): Promise<Html> {
  const left = slates.length - DRAWN_SLATES;
  return html`${await figures(slates.slice(0, DRAWN_SLATES).map(chartOf))}
${left > 0 ? html`<p class="faint small">The ${DRAWN_SLATES} slates with most lineups; ${grouped(left)} more are not drawn.</p>` : NOTHING}`;
}

function chartOf({ slate, lineups, people }: SlateExposure): Chart {
  const drawn = people.slice(0, DRAWN_PEOPLE);
  const [most] = drawn;
  const share = most === undefined ? "" : `, ${most.name} in ${percentText((100 * most.lineups) / lineups)}`;
  return {
    title: `${slate}: ${grouped(lineups)} lineups${share}`,
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

function secondsText(seconds: number): string {
  return seconds < 100 ? `${seconds.toPrecision(3)} s` : `${grouped(Math.round(seconds))} s`;
}
