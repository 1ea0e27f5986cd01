import type { CodeChanges } from "./changes.ts";
import type { Place } from "./engine/instrument.ts";
import { codeOperators, isProse } from "./engine/operators.ts";
import { permissive, portfolioOperators } from "./engine/portfolio-operators.ts";
import { ruleOperators, silenced, tableOperators } from "./engine/table-operators.ts";
import { filesIn } from "./files-in.ts";

/** Data written in code. */
const CODE_TABLES: CodeChanges = {
  sources: [
    "src/shared/books.ts",
    "src/cli/options/parsers.ts",
    "src/files/pool-rows.ts",
    "src/files/sports.ts",
    "src/files/sports.ts",
    "src/files/sports.ts",
    "src/files/projection-columns.ts",
    "src/shared/names.ts",
    "src/shared/name-likenesses.ts",
  ],
  tests: [
    "test/shared/books.test.ts",
    "test/contests/catalog/words.test.ts",
    "test/cli/options/words.test.ts",
    "test/files/game-info.test.ts",
    "test/files/match-names.test.ts",
    "test/files/sports.test.ts",
    "test/files/team-names.test.ts",
    "test/files/unsupported-sports.test.ts",
    "test/files/vendor-headers.test.ts",
    "test/shared/person-names.test.ts",
  ],
  operators: tableOperators,
  isWanted: isInTable,
  instead: () => null,
};

/** The rules of contests: each function is silenced, and each limit moved. */
const RULES: CodeChanges = {
  sources: filesIn("src/contests/constraints", ".ts").filter((file) => !file.includes("/readers/")),
  tests: filesIn("test/contests/constraints", ".test.ts"),
  operators: {
    ...ruleOperators,
    "operator exchanged": codeOperators["operator exchanged"] as never,
    "number raised": codeOperators["number raised"] as never,
  },
  isWanted: (place) => !isProse(place),
  instead: silenced,
};

/** The rules of portfolios: each is not read, not enforced, or enforced more loosely. */
const PORTFOLIO_RULES: CodeChanges = {
  sources: [
    ...["avoided", "changed-points", "clauses", "description", "groups"],
    ...["locks", "plan", "ranges", "rule-context", "rules", "selections", "shares"],
    ...["ways-to-choose", "weights"],
    ...["check/check-portfolio", "check/is-selected", "check/keeps-rule"],
  ].map((name) => `src/portfolio/${name}.ts`),
  tests: filesIn("test/portfolio", ".test.ts").filter((file) => !file.endsWith("/rule-pairs.test.ts")),
  operators: portfolioOperators,
  isWanted: () => true,
  instead: permissive,
};

/** A place in a file's declarations, outside functions. */
function isInTable({ parents }: Place): boolean {
  const isInFunction = parents.some(({ type }) => type.includes("Function"));
  return !isInFunction && parents.some(({ type }) => type === "VariableDeclarator");
}

/** The changes of data and rules in code, by part. */
export const SABOTAGED: Readonly<Record<string, CodeChanges>> = {
  "tables in code": CODE_TABLES,
  rules: RULES,
  "rules of portfolios": PORTFOLIO_RULES,
};
