import type { Model, Rule } from "../../engine/model/model.ts";
import type { FindWitness, TableFinding } from "./check-table.ts";

type GroupRule = Extract<Rule, { kind: "groupMaximum" | "groupsMinimum" }>;

/** The most choices of groups that are tried before a limit counts as one without effect. */
const MOST_CHOICES = 2_000;

/**
 * For each limit: whether a lineup that keeps all others breaks it, and whether one keeps it with room to
 * spare. `plain` is the model without the book-only limits, for limits that those make redundant.
 */
export async function limitFindings(model: Model, find: FindWitness, plain: Model): Promise<TableFinding[]> {
  const findings: TableFinding[] = [];
  for (const rule of model.rules) {
    if (rule.kind !== "groupMaximum" && rule.kind !== "groupsMinimum") continue;
    const others = model.rules.filter((one) => one !== rule);
    const { words } = rule.origin;
    const broken = await firstWitness(breaches(rule), (breach) => find([...others, breach]));
    if (broken === null) {
      const rest = plain.rules.filter(({ origin }) => origin.words !== words);
      const isPlain = rest.length < plain.rules.length && plain.rules.length < model.rules.length;
      const asked = isPlain ? await firstWitness(breaches(rule), (breach) => find([...rest, breach])) : null;
      if (asked !== null) {
        const detail = `"${words}" alone forbids this one where bookOnly does not apply`;
        findings.push({ code: "limit", weight: "fine", detail, witness: asked });
        continue;
      }
      findings.push({
        code: "never-binds",
        weight: "note",
        detail: `"${words}" has no effect: no lineup that keeps all other rules breaks it`,
        witness: await find(others),
      });
      continue;
    }
    findings.push({
      code: "limit",
      weight: "fine",
      detail: `"${words}" alone forbids this one`,
      witness: broken,
    });
    // The limit allows all existing groups.
    if (rule.kind === "groupsMinimum" && rule.minimum >= groupsOf(rule).length) continue;
    const tight = await find([...others, tighter(rule)]);
    if (tight === null)
      findings.push({
        code: "always-binds",
        weight: "note",
        detail: `"${words}" is met exactly by every legal lineup`,
        witness: await find(model.rules),
      });
  }
  return findings;
}

async function firstWitness(rules: Iterable<Rule>, find: (rule: Rule) => ReturnType<FindWitness>) {
  for (const rule of rules) {
    const witness = await find(rule);
    if (witness !== null) return witness;
  }
  return null;
}

/** Sets of rules, each of which means that the limit is broken. */
function* breaches(rule: GroupRule): Generator<Rule> {
  const { origin, groups } = rule;
  const entries = [...groups.keys()].filter((entry) => groups[entry] !== -1);
  if (rule.kind === "groupMaximum") {
    // The pool's groups are interchangeable, so the first one represents all.
    const first = entries.filter((entry) => groups[entry] === groups[entries[0]!]);
    yield { kind: "atLeast", entries: first, minimum: rule.maximum + 1, origin };
    return;
  }
  const names = groupsOf(rule);
  let tried = 0;
  for (const few of choices(names, rule.minimum - 1)) {
    yield { kind: "forbid", entries: entries.filter((entry) => !few.includes(groups[entry]!)), origin };
    tried += 1;
    if (tried === MOST_CHOICES) return;
  }
}

/** The groups of the players who count. */
function groupsOf({ groups }: GroupRule): number[] {
  return [...new Set(groups)].filter((group) => group !== -1);
}

/** The limit, stricter by one. */
function tighter(rule: GroupRule): Rule {
  return rule.kind === "groupMaximum"
    ? { ...rule, maximum: rule.maximum - 1 }
    : { ...rule, minimum: rule.minimum + 1 };
}

/** All choices of this many items. */
function* choices(items: readonly number[], count: number): Generator<readonly number[]> {
  if (count === 0) yield [];
  else
    for (const [at, item] of items.entries())
      for (const rest of choices(items.slice(at + 1), count - 1)) yield [item, ...rest];
}
