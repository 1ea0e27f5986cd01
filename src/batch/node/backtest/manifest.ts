import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { decodeUtf8 } from "../../../files/csv.ts";
import { unreadableFile } from "../../../platform/node/catalog.ts";
import { readPortfolio } from "../../../portfolio/read-portfolio.ts";
import { BOOK_NAMES } from "../../../shared/books.ts";
import { InvalidFileError } from "../../../shared/errors.ts";
import { payoutsSchema } from "../../../shared/schema/contest-play.ts";
import { fieldRemedy, MAXIMUM_COUNT } from "../../../shared/schema/fields.ts";
import * as z from "../../../shared/schema/zod.ts";
import { choiceSchema, jobFields, manifestError, playersSchema, reasonsOf } from "../../job.ts";

const text = z.text(500);
const users = z.described(z.array(text), "Your own accounts; their entries are not opponents.");
const nameOf = (longest: number) =>
  z
    .string()
    .check(z.regex(/^[^\p{Cc}/]+$/u, "must have no slash and no control characters"), z.maxLength(longest));

const job = jobFields.shape;

const slateSchema = z.strictObject({
  id: nameOf(60),
  salaries: z.described(text, "The book's salary file."),
  projections: z.optional(
    z.union([text, z.array(text, 1, 10)]),
    "Projections as known before lock (CSV); of several files, a later one takes precedence.",
  ),
  columns: job.columns,
  drawsFile: z.optional(
    text,
    "Outcomes from another program (CSV): the draws of `from` and `choose`, and of the calibration.",
  ),
  standings: z.described(text, "The book's standings after the contest (CSV, or the ZIP with it)."),
  payouts: z.optional(
    z.union([text, payoutsSchema]),
    "What places are paid: a file (CSV, YAML or JSON), a shape such as top-heavy, or the payouts themselves.",
  ),
  fee: z.optional(z.number().check(z.positive()), "What an entry costs, if the payouts' file does not say."),
  book: z.optional(z.enum(BOOK_NAMES)),
  contest: z.optional(text),
  users: z.optional(users),
  ...playersSchema.shape,
});

export type ManifestSlate = z.output<typeof slateSchema>;

const strategySchema = z.strictObject({
  name: nameOf(50),
  count: z.whole(1, MAXIMUM_COUNT, "The number of lineups."),
  portfolio: job.portfolio,
  from: job.from,
  choose: z.optional(
    z.strictObject({ goal: choiceSchema.shape.goal, candidates: choiceSchema.shape.candidates }),
    "Choose the entries by simulating the contest; without payouts, they are assumed to be top-heavy.",
  ),
  draws: job.draws,
  seed: job.seed,
  ...playersSchema.shape,
  outcomes: z.optional(text, "A table of outcomes (JSON) for `from` and `choose`."),
});

export type ManifestStrategy = z.output<typeof strategySchema>;

const differing = <One>(nameOf: (one: One) => string) =>
  z.superRefine<readonly One[]>((list, context) => {
    const names = list.map(nameOf);
    for (const [at, name] of names.entries())
      if (names.indexOf(name) !== at) {
        const message = `has the name ${name} again; give each its own name`;
        context.addIssue({ code: "custom", path: [at], message });
      }
  });

const manifestSchema = z.strictObject({
  slates: z.array(slateSchema).check(
    z.minLength(1),
    differing(({ id }) => id),
  ),
  strategies: z._default(z.array(strategySchema).check(differing(({ name }) => name)), []),
  users: z.optional(users),
});

/** File names are relative to `folder`. */
export type BacktestManifest = z.output<typeof manifestSchema> & { readonly folder: string };

const USUAL_STRATEGIES = [
  { name: "20 best", count: 20 },
  {
    name: "portfolio of 20",
    count: 20,
    portfolio: { unique: 2, exposure: [{ each: "player", most: "40%" }] },
  },
];

/** Reads YAML, JSON, JSON Lines, or a folder with a folder for each slate. @throws InvalidFileError */
export async function readBacktestManifest(name: string): Promise<BacktestManifest> {
  const known = await stat(name).catch((cause: unknown) => {
    throw unreadableFile(name, cause);
  });
  const folder = known.isDirectory() ? name : dirname(name);
  const given = known.isDirectory() ? await folderManifest(name) : await fileManifest(name);
  const { data, error } = z.safeParse(manifestSchema, given, { error: fieldRemedy, reportInput: true });
  if (data === undefined) {
    const reasons = error.issues.flatMap((issue) => {
      if (issue.code !== "invalid_type" || issue.path.length > 0) return reasonsOf(issue);
      const remedy = "Write YAML or JSON with `slates` and `strategies`, or give a folder.";
      return [`the manifest ${issue.message}. ${remedy}`];
    });
    throw manifestError(name, [{ line: null, reasons }]);
  }
  return { ...data, folder };
}

async function fileManifest(name: string): Promise<unknown> {
  const content = decodeUtf8(await readFile(name), name);
  if (!/\.(jsonl|ndjson)$/i.test(name)) return (await readPortfolio(content, { file: name })).portfolio;
  const lines = content.split("\n").flatMap((line, at) => {
    if (line.trim() === "") return [];
    try {
      return [JSON.parse(line) as Readonly<Record<string, unknown>>];
    } catch (cause) {
      throw new InvalidFileError(name, at + 1, `is not valid JSON: ${(cause as Error).message}.`, cause);
    }
  });
  return {
    slates: lines.filter((line) => !("name" in line)),
    strategies: lines.filter((line) => "name" in line),
  };
}

/** A name that fits several patterns belongs to the first. */
const FILES = [
  ["standings", /standings/i],
  ["payouts", /payout|prize/i],
  ["projections", /proj/i],
  ["salaries", /salar|players|entries|\.csv$/i],
] as const;

async function folderManifest(folder: string): Promise<unknown> {
  const names = (await readdir(folder, { withFileTypes: true })).toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  const strategies = names.find(({ name }) => /^strategies\.(ya?ml|json)$/i.test(name));
  const past: Record<string, string>[] = [];
  for (const { name } of names.filter((one) => one.isDirectory())) {
    const slate: Record<string, string> = { id: basename(name) };
    for (const file of (await readdir(join(folder, name))).toSorted()) {
      const use = FILES.find(([, pattern]) => pattern.test(file))?.[0];
      if (use !== undefined) slate[use] ??= join(name, file);
    }
    if ("standings" in slate) past.push(slate);
  }
  const lacking = past.find((slate) => !("salaries" in slate));
  if (lacking !== undefined) {
    const reason =
      "has standings, but no salary file. Add the book's (a CSV file with salaries, players or entries in its name), or give a manifest that names the files.";
    throw new InvalidFileError(join(folder, lacking["id"]!), null, reason);
  }
  if (past.length === 0) {
    const reason =
      "has no folder with standings. Give a folder with a folder for each contest, or a manifest that names the files.";
    throw new InvalidFileError(folder, null, reason);
  }
  return {
    slates: past,
    strategies:
      strategies === undefined ? USUAL_STRATEGIES : await fileManifest(join(folder, strategies.name)),
  };
}
