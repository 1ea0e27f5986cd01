/** The rules that contradict each other: one's own first, each with a remedy, the contest's after them. */
import type { Contradiction, Failed } from "../engine/messages.ts";
import { Button } from "../parts/controls.tsx";
import { limitWords } from "../parts/exposure-bar.tsx";
import { Icon } from "../parts/icons.tsx";
import { type Doc, withMember, withValue } from "../state/doc.ts";
import { describe } from "../state/portfolio-of.ts";
import { titleOf } from "../state/sentences.ts";
import { doc, edit, slate, undo, undoName } from "../state/studio.ts";
import { counted, dollars, lastName } from "../state/words.ts";

interface Own {
  readonly title: string;
  readonly note: string;
  readonly remedy: string;
  readonly change: Partial<Doc>;
}

/** A person's own rule among the contradicting ones; null for a rule of the contest. */
function ownOf({ pointer, player, kind, limit }: Contradiction): Own | null {
  const { value } = doc;
  const { players, cap } = slate.value!;
  const source = pointer === null ? undefined : describe(value, slate.value!).sources.get(pointer);
  const facts = (at: number) =>
    `${players[at]!.position} ${players[at]!.team}, ${dollars(players[at]!.salary)}`;
  const locked = source?.kind === "lock" ? source.player : kind === "included" ? player : null;
  if (locked !== null)
    return {
      title: `${players[locked]!.name} locked`,
      note: facts(locked),
      remedy: `Unlock ${lastName(players[locked]!.name)}`,
      change: { locks: withMember(value.locks, locked, false) },
    };
  if (kind === "cap" && value.cap !== null && cap !== null)
    return {
      title: `Salary cap ${dollars(limit ?? value.cap)}`,
      note: "your own",
      remedy: `Cap back to ${dollars(cap)}`,
      change: { cap: null },
    };
  if (kind === "excluded" || source?.kind === "ban")
    return {
      title: `${counted(value.bans.size, "player")} excluded`,
      note: "",
      remedy: value.bans.size === 1 ? "Bring the player back" : "Bring all back",
      change: { bans: new Set() },
    };
  if (source === undefined) return null;
  if (source.kind === "limit") {
    const own = value.limits.get(source.player) ?? null;
    return {
      title: `${players[source.player]!.name} ${limitWords(own) ?? ""}`,
      note: facts(source.player),
      remedy: `Free ${lastName(players[source.player]!.name)}`,
      change: { limits: withValue(value.limits, source.player, null) },
    };
  }
  if (source.kind === "rule") {
    const item = value.rules.find(({ id }) => id === source.id)!;
    return {
      title: titleOf(item),
      note: "rule",
      remedy: "Turn it off",
      change: { rules: value.rules.map((one) => (one.id === source.id ? { ...one, on: false } : one)) },
    };
  }
  if (source.kind === "most")
    return {
      title: `Most exposure ${value.most}%`,
      note: "of each player",
      remedy: "Any exposure",
      change: { most: null },
    };
  if (source.kind === "unique")
    return {
      title: `Differ by ${value.unique} players`,
      note: "any two lineups",
      remedy: "Differ by 1",
      change: { unique: 1 },
    };
  return {
    title: `Salary from ${dollars(value.leastSalary ?? 0)}`,
    note: "of each lineup",
    remedy: "Any salary",
    change: { leastSalary: null },
  };
}

const CONTEST_WORDS = (rule: Contradiction): readonly [string, string] => {
  if (rule.kind === "cap")
    return [
      `Salary cap ${dollars(rule.limit ?? 0)}`,
      rule.leastCost === null ? "" : `the others named cost at least ${dollars(rule.leastCost)}`,
    ];
  if (rule.kind === "seats") return [`${rule.slot}: ${counted(rule.limit ?? 1, "seat")}`, "must be filled"];
  return [rule.words, ""];
};

export function Infeasible({ failed }: { readonly failed: Failed }) {
  const rules = failed.conflicts.map((rule) => ({ rule, own: ownOf(rule) }));
  const seen = new Set<string>();
  const mine = rules.flatMap(({ own }) => {
    if (own === null || seen.has(own.title)) return [];
    seen.add(own.title);
    return [own];
  });
  const { bans } = doc.value;
  // Exclusions are not among the rules that a contradiction names: they leave too few players.
  if (bans.size > 0 && !mine.some(({ change }) => "bans" in change))
    mine.push({
      title: `${counted(bans.size, "player")} excluded`,
      note: "too few are left",
      remedy: bans.size === 1 ? "Bring the player back" : "Bring all back",
      change: { bans: new Set() },
    });
  const theirs = rules.filter(({ own }) => own === null);
  return (
    <section class="lineups" aria-label="Lineups">
      <div class="infeasible" role="alert">
        <span class="alert-icon">
          <Icon name="warning" size={20} />
        </span>
        <h2>No lineup keeps all of these</h2>
        <p class="dim">
          {failed.conflicts.length > 0
            ? "The smallest set of rules that contradict each other. Change any one that is yours."
            : failed.text}
        </p>
        <ul>
          {mine.map(({ title, note, remedy, change }) => (
            <li key={title} class="is-own">
              <span>
                <b>{title}</b>
                <small>{note}</small>
              </span>
              <Button onClick={() => edit(remedy, change)}>{remedy}</Button>
            </li>
          ))}
          {theirs.map(({ rule }) => {
            const [title, note] = CONTEST_WORDS(rule);
            return (
              <li key={title}>
                <span>
                  <b>{title}</b>
                  <small>{note}</small>
                </span>
                <small class="dim">contest rule</small>
              </li>
            );
          })}
        </ul>
        {undoName.value !== null && (
          <Button kind="primary" onClick={undo}>
            <Icon name="undo" /> Undo {undoName.value}
          </Button>
        )}
      </div>
    </section>
  );
}
