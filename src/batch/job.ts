import { PROJECTION_COLUMN_NAMES } from "../shared/books.ts";
import { InvalidFileError } from "../shared/errors.ts";
import { outlineOf, readJson } from "../shared/json.ts";
import { pointerOf, shownValue } from "../shared/pointer.ts";
import { payoutsSchema } from "../shared/schema/contest-play.ts";
import { CHOICE_GOALS, fieldRemedy, guid, isPlainAddress, MAXIMUM_COUNT } from "../shared/schema/fields.ts";
import { typeWords } from "../shared/schema/issue-words.ts";
import { LONGEST_NAME, MOST_MONEY } from "../shared/schema/request.ts";
import * as z from "../shared/schema/zod.ts";

const address = z
  .string()
  .check(z.refine(isPlainAddress, "must be an http or https address without credentials, query or fragment"));

const serviceWindowSchema = z
  .strictObject({
    url: z.described(address, "The service's address; the environment holds its key."),
    from: z.described(
      z.iso.datetime({ offset: true }),
      "The first start of a game, as 2026-09-13T13:00:00-04:00.",
    ),
    to: z.described(z.iso.datetime({ offset: true }), "The last start of a game."),
    league: z.optional(guid, "Only games of this league (a GUID)."),
  })
  .check(
    z.refine(({ from, to }) => Date.parse(from) <= Date.parse(to), {
      path: ["to"],
      message: "must not be before `from`",
    }),
  );

export interface SlateQuery extends z.output<typeof serviceWindowSchema> {
  readonly sport: string;
}

/** A query's name in messages. Queries for the same games have the same name, and share one answer. */
export function nameOfQuery({ url, sport, from, to, league }: SlateQuery): string {
  const minutes = [from, to].map((time) => new Date(time).toISOString().replace(":00.000Z", "Z"));
  const place = `${url.replace(/\/+$/, "")}/${sport}`;
  return `${place} from ${minutes.join(" to ")}${league === undefined ? "" : ` of league ${league}`}`;
}

const fileOrObject = z.union([z.text(), z.record(z.string(), z.unknown())], {
  error: "must be a file's name or an object",
});
const file = z.text();

export const choiceSchema = z.strictObject({
  payouts: payoutsSchema,
  field: z.whole(1, 1_000_000, "The number of opponents."),
  goal: z.optional(z.enum(CHOICE_GOALS), "What the entries are chosen for (default: payout)."),
  candidates: z.optional(
    z.whole(1, 1_000_000),
    "From how many of the best lineups of draws (default: 3000).",
  ),
});

/** The fields of a job that name a file; in some, the file's content can be given as an object instead. */
const INPUT_FIELDS = [
  ...(["request", "projections", "performances", "salaries", "portfolio"] as const),
  ...(["drawsFile", "aliases", "outcomes", "correlations"] as const),
] as const;

export type InputField = (typeof INPUT_FIELDS)[number];

/** The files that fields name, by use: `projections 2` is the second of a list. */
export function namedFiles(fields: { readonly [Field in InputField]?: unknown }): [string, string][] {
  return INPUT_FIELDS.flatMap((field) =>
    [fields[field]].flat().flatMap((name, at): [string, string][] => {
      return typeof name === "string" ? [[at === 0 ? field : `${field} ${at + 1}`, name]] : [];
    }),
  );
}

/** Fields that need a salary file; WHO@SLOT in `lock` and `exclude` is about that slot only. */
export const playersSchema = z.strictObject({
  cap: z.optional(z.whole(0, MOST_MONEY), "The salary cap, instead of the contest's."),
  lock: z.optional(z.array(z.text(), 0, 100), "Players in every lineup, by name or id."),
  exclude: z.optional(z.array(z.text(), 0, 1_000), "Players in no lineup, by name or id."),
  aliases: z.optional(file, "Other names of players: a CSV file with the columns `from` and `to`."),
  correlations: z.optional(file, "With `from` or `choose`: a matrix of correlations between players (CSV)."),
});

const idSchema = z.string().check(z.regex(/^\P{Cc}+$/u, "must have no control characters"), z.maxLength(120));
const projectionsSchema = z.union([fileOrObject, z.array(file, 1, 10)], {
  error: "must be a file's name, an object, or a list of files' names",
});

/** A job, one line of a manifest. File names are relative to the manifest. */
export const jobFields = z.strictObject({
  id: z.described(idSchema, "The job's id, unique in the manifest."),
  sport: z.optional(z.text(LONGEST_NAME), "The sport as in the service's paths; needed with `request`."),
  request: z.optional(fileOrObject, "A lineup request: a file, or the body itself."),
  projections: z.optional(projectionsSchema, "With `request` a FantasyPerformance document; else CSV files."),
  performances: z.optional(fileOrObject, "Predicted stat lines: a Performance document."),
  service: z.optional(serviceWindowSchema, "Instead of projections: games of the service; needs `sport`."),
  salaries: z.optional(file, "A book's salary file."),
  book: z.optional(z.text(LONGEST_NAME), "The book, if the file of `salaries` does not show it."),
  contest: z.optional(z.text(LONGEST_NAME), "The contest, if the file of `salaries` does not show it."),
  past: z.optional(z.boolean(), "The contest is over, so keep players whose games have started."),
  ...playersSchema.shape,
  outcomes: z.optional(fileOrObject, "How points spread, instead of the sport's table (JSON)."),
  portfolio: z.optional(fileOrObject, "Rules over all lineups: a file (YAML or JSON), or the object."),
  columns: z.optional(
    z.partialRecord(z.enum(PROJECTION_COLUMN_NAMES), z.text()),
    "With CSV projections: the header of a column, by what it is, such as `points`.",
  ),
  from: z.optional(z.literal("simulation"), "Take the lineups that are most often the best of a draw."),
  choose: z.optional(choiceSchema, "Choose the lineups by simulating their contest."),
  draws: z.optional(z.whole(1, 10_000_000), "How many draws (default: 10000)."),
  seed: z.optional(z.int32(), "The same seed gives the same draws (default: 1)."),
  drawsFile: z.optional(
    file,
    "Outcomes that another program simulated (CSV): a row a player, a column a draw.",
  ),
  onlyAvailable: z.optional(z.boolean(), "Leave out players who are injured, suspended or not active."),
  count: z.optional(z.whole(1, MAXIMUM_COUNT), "The number of lineups (default: the request's, else 3)."),
  include: z.optional(
    z.array(z.enum(["selections", "defenseSpecialTeams", "scoring"])),
    "Related resources in the documents (default with `salaries`: the first two).",
  ),
});

const jobSchema = jobFields.check(
  z.superRefine((job, context) => {
    type Field = keyof typeof job;
    const has = (field: Field) => job[field] !== undefined;
    const fault = (path: Field, message: string) =>
      context.addIssue({ code: "custom", path: [path], message, input: job[path] });
    const refuse = (fields: readonly Field[], isRefused: boolean, message: string) => {
      if (isRefused) for (const field of fields.filter(has)) fault(field, message);
    };
    const isDrawn = has("from") || has("choose");
    const ofFile = has("salaries");
    if (has("service") && !has("sport")) fault("sport", "is missing; queries to `service` need it");
    refuse(["projections", "performances"], has("service"), "cannot be combined with `service`");
    refuse(["choose"], has("from"), "cannot be combined with `from`");
    refuse(["draws", "seed", "drawsFile"], !isDrawn, "requires `from` or `choose`");
    refuse(["drawsFile"], !ofFile, "requires `salaries`");
    refuse(["columns"], !ofFile || !has("projections"), "requires `salaries` with `projections`");
    refuse(["outcomes", "correlations"], !isDrawn, "requires `from` or `choose`");
    refuse(["past", "cap", "lock", "exclude", "aliases", "correlations"], !ofFile, "requires `salaries`");
    if (!ofFile) {
      if (Array.isArray(job.projections)) fault("projections", "can be a list only with `salaries`");
      if (!has("request")) return fault("request", "is missing; a job has `request` or `salaries`");
      if (!has("sport")) fault("sport", "is missing; a request needs it");
      if (!(["projections", "performances", "service"] as const).some(has))
        fault("projections", "is missing; a request needs it, or `performances`, or `service`");
      return refuse(["book", "contest"], true, "requires `salaries`; without them, put it into `request`");
    }
    refuse(["request"], true, "cannot be combined with `salaries`");
    refuse(["onlyAvailable"], true, "requires `request`");
    if (typeof job.projections === "object" && !Array.isArray(job.projections))
      fault(
        "projections",
        "must be the name of a CSV file, or a list of such names, in a job with `salaries`",
      );
    if (typeof job.performances === "object")
      fault("performances", "must be the name of a file in a job with `salaries`");
  }),
);

export type Job = z.output<typeof jobSchema>;

const LONGEST_SHOWN_VALUE = 60;
/** Maximum nesting of a job: copying it to a thread is recursive. */
const MOST_LEVELS = 100;

export interface LineFault {
  readonly line: number | null;
  readonly reasons: readonly string[];
}

export function readJob(text: string, line: number): Job | LineFault {
  if (text.trim() === "") return { line, reasons: ["is empty. Each line is a job, a JSON object."] };
  const read = readJson(text);
  if (!("value" in read))
    return { line, reasons: [`column ${read.fault.column} is not valid JSON: ${read.fault.reason}.`] };
  const { value } = read;
  if (outlineOf(text).depth > MOST_LEVELS)
    return { line, reasons: [`is nested more than ${MOST_LEVELS} levels deep. Use fewer levels.`] };
  const { success, data, error } = z.safeParse(jobSchema, value, { error: fieldRemedy, reportInput: true });
  return success ? data : { line, reasons: error.issues.flatMap((issue) => reasonsOf(issue, " of a job")) };
}

export function isFault(read: Job | LineFault): read is LineFault {
  return "reasons" in read;
}

export function manifestError(file: string, faults: readonly LineFault[]): InvalidFileError {
  const [first, ...others] = faults.flatMap(({ line, reasons }) =>
    reasons.map((reason) => ({ line, reason })),
  );
  return new InvalidFileError(file, first!.line, first!.reason, undefined, others);
}

/** `of` says whose fields are known. */
export function reasonsOf(issue: z.core.$ZodIssue, of = ""): string[] {
  if (issue.code === "unrecognized_keys")
    return issue.keys.map(
      (key) => `${pointerOf([...issue.path, key])} is not a field${of}. ${issue.message}`,
    );
  const pointer = pointerOf(issue.path) || "the line";
  if (issue.code === "invalid_type" && issue.input === undefined)
    return [`${pointer} is missing; it must be ${typeWords(issue.expected)}.`];
  const isShown = issue.code !== "custom" && issue.input !== undefined;
  const shown = isShown ? ` (got ${shownValue(issue.input, LONGEST_SHOWN_VALUE)})` : "";
  return [`${pointer} ${issue.message}${shown}.`];
}
