import type { ContestTable } from "../../../contests/catalog/contest-table.ts";
import { constraints } from "../../../contests/constraints/index.ts";
import { judgeOf } from "../../../contests/constraints/readers/apply.ts";
import { buildModel } from "../../../contests/constraints/readers/build-model.ts";
import { valuesOf } from "../../../contests/constraints/readers/table-values.ts";
import { totalsOf } from "../../../contests/problem/price.ts";
import type { Lineup, Problem } from "../../../contests/problem/problem.ts";
import { createPathEngine } from "../../../engine/solver/paths/index.ts";
import { seatSolutions } from "../../../lineup/document/seat-solutions.ts";
import type { LineupRequestInput } from "../../../shared/schema/request.ts";
import { lineupThatBreaks } from "./broken-lineups.ts";
import { sampleSlate } from "./sample-slate.ts";

const engine = createPathEngine();

/**
 * A legal lineup of a contest's sample slate, and for each rule a lineup that breaks it, with the output of
 * `verify`.
 */
export function samplesPart(contest: ContestTable): string {
  const slate = sampleSlate(contest);
  const problem = slate.problemWith({}, "book-file");
  const legal = bestOf(problem);
  const wrong = judgeOf(problem)(legal);
  if (wrong.length > 0) throw new Error(`The best lineup is not legal: ${wrong[0]?.detail}`);
  const { salary } = totalsOf(problem, legal);
  return [
    "## A legal lineup",
    `The best of \`${slate.file}\` by the file's own averages costs ${salary}: ${slate.show(problem, legal)}.`,
    "## Lineups that break a rule",
    "Each lineup is followed by the output of `dfs-lineups verify`.",
    ...ruleNames(contest).flatMap(({ name, origin }) => {
      const asker = ASKED[name] ?? (() => ({ asked: {}, words: "" }));
      const request = asker(problem, legal, slate.inWords);
      if (request === null)
        return [
          `### \`${name}\``,
          "Every full lineup meets the largest minimum of each position that a request can set.",
        ];
      const { asked, words } = request;
      const changed = slate.problemWith(asked, origin);
      const { lineup, violations } = lineupThatBreaks(changed, name, legal);
      const said = violations.map(({ constraint, detail }) => `> ${constraint}: ${slate.inWords(detail)}`);
      const isAlone = violations.every(({ constraint }) => constraint === name);
      const note = isAlone ? [] : ["No lineup was found that breaks this rule alone: other rules imply it."];
      return [`### \`${name}\``, `${words}${slate.show(changed, lineup)}.`, said.join("\n>\n"), ...note];
    }),
  ].join("\n\n");
}

function bestOf(problem: Problem): Lineup {
  const model = buildModel(problem);
  const { picks, points } = engine.bestNow(model, 1);
  const [lineup] = seatSolutions(model, [{ picks: [...picks], points: points[0] ?? 0 }]);
  if (lineup === undefined) throw new Error("The sample slate has no legal lineup.");
  return lineup;
}

/** The constraints that a lineup of the contest can break, with the origin of the lineups they apply to. */
function ruleNames(contest: ContestTable): readonly { name: string; origin: Problem["origin"] }[] {
  const spoken = valuesOf(contest).filter(({ constraint, value }) => constraint.words(value).length > 0);
  return constraints.flatMap((constraint) => {
    const { name } = constraint;
    const values = spoken.filter((one) => one.constraint === constraint);
    if ("field" in constraint && values.length === 0) return [];
    const isBookOnly = values.length > 0 && values.every(({ bookOnly }) => bookOnly);
    return [{ name, origin: isBookOnly ? "book-file" : "request" }];
  });
}

type Asker = (
  problem: Problem,
  legal: Lineup,
  inWords: (uuid: string) => string,
) => { readonly asked: Partial<LineupRequestInput>; readonly words: string } | null;

/** What a request must contain for the rule to have an effect. */
const ASKED: Readonly<Record<string, Asker>> = {
  exclusions({ entries }, legal, inWords) {
    const uuid = legal.map(({ entry }) => entries[entry]).find((one) => one?.kind === "player")?.uuid ?? "";
    return { asked: { exclude: { players: [uuid] } }, words: `The request excludes ${inWords(uuid)}. ` };
  },
  locks({ entries }, legal, inWords) {
    const seated = new Set(legal.map(({ entry }) => entry));
    const uuid = entries.find(({ kind }, at) => kind === "player" && !seated.has(at))?.uuid ?? "";
    return {
      asked: { include: { players: [{ player: uuid }] } },
      words: `The request includes ${inWords(uuid)}. `,
    };
  },
  "position-minimums"({ entries, contest }, legal) {
    const wanted = contest.positions
      .map(({ name }) => ({
        name,
        held: legal.filter(({ entry }) => entries[entry]?.positions.includes(name)).length,
        room: contest.slots
          .filter(({ accepts }) => accepts.includes(name))
          .reduce((sum, { count }) => sum + count, 0),
      }))
      .find(({ held, room }) => held < room);
    if (wanted === undefined) return null;
    const { name, held } = wanted;
    return {
      asked: { positions: { [name]: held + 1 } },
      words: `The request asks for ${held + 1} ${name}. `,
    };
  },
  stack: () => ({ asked: { stack: true }, words: "The request asks for a stack. " }),
};
