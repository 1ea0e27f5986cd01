import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { MutationResult, OnTrial, Survivor } from "./changes.ts";
import { codeParts } from "./code-parts.ts";
import { ROOT } from "./engine/bundle.ts";
import { wrongTables } from "./engine/json-values.ts";
import { NO_END, Trials } from "./engine/trials.ts";
import { filesIn } from "./files-in.ts";
import { SABOTAGE_KEPT } from "./kept.ts";
import { askedFor } from "./options.ts";
import { type Part, report } from "./report.ts";
import { SABOTAGED } from "./sabotaged.ts";
import { drawn } from "./sample.ts";

const asked = askedFor();
const { files, sample } = asked;

/** The tests that read the shipped JSON tables. */
const TESTS_OF_TABLES = [
  "test/cli/build/contest-pages.test.ts",
  "test/contests/catalog/contests.test.ts",
  "test/contests/catalog/outcomes.test.ts",
  "test/contests/catalog/scoring-tables.test.ts",
  ...filesIn("test/contests/scoring", ".test.ts"),
];

/** Puts a wrong value into every place of JSON tables. */
async function tryTables(sources: readonly string[], onTrial: OnTrial): Promise<MutationResult> {
  await using trials = new Trials();
  await trials.prepare(
    TESTS_OF_TABLES.map((file) => join(ROOT, file)),
    new Map(),
  );
  const all = sources.flatMap((file) =>
    [...wrongTables(readFileSync(join(ROOT, file), "utf8"))].map((wrong) => ({ file, wrong })),
  );
  const wanted = drawn(all.length, sample);
  const changes = all.filter((_, at) => wanted.has(at));
  const survivors: Survivor[] = [];
  let endless = 0;
  for (const [at, { file, wrong }] of changes.entries()) {
    const { killed } = await trials.tryText(join(ROOT, file), wrong.text);
    if (killed === NO_END) endless += 1;
    const change = { change: `${file}: ${wrong.pointer}: ${wrong.before} -> ${wrong.after}`, line: null };
    if (killed === null) survivors.push(change);
    onTrial(at + 1, changes.length, killed === null ? change : null);
  }
  return { sources, tried: changes.length, of: all.length, survivors, endless };
}

const tables = [...filesIn("rules", ".json"), ...filesIn("scoring", ".json")].filter(
  (file) => files?.includes(file) ?? true,
);

const parts: Readonly<Record<string, Part>> = {
  ...(tables.length > 0 && { tables: (onTrial: OnTrial) => tryTables(tables, onTrial) }),
  ...codeParts(SABOTAGED, asked),
};

await report({ ...asked, parts, kept: SABOTAGE_KEPT });
