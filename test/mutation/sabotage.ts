import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type CodeChanges, type OnTrial, type Told, tryCode, type Untold } from "./changes.ts";
import { ROOT } from "./engine/bundle.ts";
import type { Place } from "./engine/instrument.ts";
import { wrongTables } from "./engine/json-values.ts";
import { codeOperators, isProse } from "./engine/operators.ts";
import { permissive, portfolioOperators } from "./engine/portfolio-operators.ts";
import { ruleOperators, silenced, tableOperators } from "./engine/table-operators.ts";
import { NO_END, Trials } from "./engine/trials.ts";
import { filesIn } from "./files-in.ts";
import { askedFor } from "./options.ts";
import { report } from "./report.ts";
import { drawn } from "./sample.ts";

const { parts, files, sample, isWhole } = askedFor();
const KEPT = new URL("./sabotage-kept.json", import.meta.url);

/** Data that stands in code. */
const CODE_TABLES: CodeChanges = {
  sources: [
    "src/books/bookA.ts",
    "src/books/bookB.ts",
    "src/cli/options/words.ts",
    "src/formats/game-info.ts",
    "src/formats/sports.ts",
    "src/formats/team-names.ts",
    "src/formats/unsupported-sports.ts",
    "src/formats/vendor-headers.ts",
    "src/shared/person-names.ts",
    "src/shared/short-forms.ts",
  ],
  tests: [
    "test/books/index.test.ts",
    "test/catalog/words.test.ts",
    "test/cli/options/book.test.ts",
    "test/cli/options/words.test.ts",
    "test/formats/game-info.test.ts",
    "test/formats/match-names.test.ts",
    "test/formats/sports.test.ts",
    "test/formats/team-names.test.ts",
    "test/formats/unsupported-sports.test.ts",
    "test/formats/vendor-headers.test.ts",
    "test/shared/person-names.test.ts",
  ],
  operators: tableOperators,
  isWanted: isInTable,
  instead: () => null,
};

/** The rules of contests, each function of which is silenced, and each limit moved. */
const RULES: CodeChanges = {
  sources: filesIn("src/constraints", ".ts").filter((file) => !file.includes("/readers/")),
  tests: filesIn("test/constraints", ".test.ts"),
  operators: {
    ...ruleOperators,
    "operator exchanged": codeOperators["operator exchanged"] as never,
    "number raised": codeOperators["number raised"] as never,
  },
  isWanted: (place) => !isProse(place),
  instead: silenced,
};

/** The rules of portfolios, each of which is not read, not held, or held more loosely. */
const PORTFOLIO_RULES: CodeChanges = {
  sources: [
    ...["avoided", "changed-points", "column-shares", "groups", "locks", "plan"],
    ...["ranges", "rules", "shares", "weights"],
    ...["check/check-portfolio", "check/different", "check/is-meant", "check/keeps-rule"],
  ].map((name) => `src/portfolio/${name}.ts`),
  tests: filesIn("test/portfolio", ".test.ts").filter((file) => !file.endsWith("/rule-pairs.test.ts")),
  operators: portfolioOperators,
  isWanted: () => true,
  instead: permissive,
};

/** A place in what a file declares, outside its functions. */
function isInTable({ parents }: Place): boolean {
  const isInFunction = parents.some(({ type }) => type.includes("Function"));
  return !isInFunction && parents.some(({ type }) => type === "VariableDeclarator");
}

/** The tests that read the JSON tables as they are shipped. */
const TESTS_OF_TABLES = [
  "test/build/contest-pages.test.ts",
  "test/catalog/contests.test.ts",
  "test/catalog/outcomes.test.ts",
  "test/catalog/scoring-tables.test.ts",
  ...filesIn("test/scoring", ".test.ts"),
];

/** Puts a wrong value into every place of JSON tables. */
async function tryTables(sources: readonly string[], onTrial: OnTrial): Promise<Told> {
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
  const untold: Untold[] = [];
  let endless = 0;
  for (const [at, { file, wrong }] of changes.entries()) {
    const { told } = await trials.tryText(join(ROOT, file), wrong.text);
    if (told === NO_END) endless += 1;
    const change = { change: `${file}: ${wrong.pointer}: ${wrong.before} -> ${wrong.after}`, line: null };
    if (told === null) untold.push(change);
    onTrial(at + 1, changes.length, told === null ? change : null);
  }
  return { tried: changes.length, of: all.length, untold, endless };
}

const isAskedFor = (file: string) => files?.includes(file) ?? true;

const tables = [...filesIn("rules", ".json"), ...filesIn("scoring", ".json")].filter(isAskedFor);
const code = Object.entries({
  "tables in code": CODE_TABLES,
  rules: RULES,
  "rules of portfolios": PORTFOLIO_RULES,
})
  .map(([name, changes]) => ({ name, changes, sources: changes.sources.filter(isAskedFor) }))
  .filter(({ sources }) => sources.length > 0);

const PARTS: Readonly<Record<string, (onTrial: OnTrial) => Promise<Told>>> = {
  ...(tables.length > 0 && { tables: (onTrial: OnTrial) => tryTables(tables, onTrial) }),
  ...Object.fromEntries(
    code.map(({ name, changes, sources }) => [
      name,
      (onTrial: OnTrial) => tryCode({ ...changes, sources }, onTrial, sample),
    ]),
  ),
};

await report({ parts: PARTS, wanted: parts, isWhole, kept: KEPT });
