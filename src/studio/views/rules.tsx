import { useSignal } from "@preact/signals";
import { restLines, textOf, titleOf } from "../../report/rule-sentences.ts";
import { Button, Link, Segments } from "../parts/controls.tsx";
import { Icon } from "../parts/icons.tsx";
import { later } from "../parts/later.tsx";
import { IconButton, Num, Step } from "../parts/num.tsx";
import { costOf, costs, findCosts, isFindingCosts, stopCosts } from "../state/costs.ts";
import { type Doc, withMember, withValue } from "../state/doc.ts";
import { forgetContests } from "../state/files.ts";
import { isAgainst } from "../state/lineup-edits.ts";
import { isPortfolio } from "../state/portfolio-of.ts";
import { steady } from "../state/steady.ts";
import { chooseSection, doc, edit, section, slate, whole } from "../state/studio.ts";
import { fixed, limitWords, percent } from "../state/words.ts";
import { CostLine, CostWords, RuleCard } from "./rule-card.tsx";
import { RulesFile } from "./rules-file.tsx";

const Templates = later(() => import("./rule-templates.tsx").then(({ Templates }) => Templates));
const RuleText = later(() => import("./rule-text.tsx").then(({ RuleText }) => RuleText));

/** The values that the settings show. Edits of players do not change them. */
const settings = steady(() => {
  const { lineups, unique, most, leastSalary, cap, method, rules, rest } = doc.value;
  const own = section.value;
  const all = whole.value;
  return {
    ...{ lineups, unique, most, leastSalary, cap, method, rules, rest, own },
    hasContests: all.contests.length > 0,
    isPriced: isPortfolio(all, own?.id),
    mostOfAll: own === null ? null : all.most,
    leastSalaryOfAll: own === null ? null : all.leastSalary,
  };
});

const METHODS = [
  ["joint", "As a whole"],
  ["sequential", "One by one"],
] as const;

export function Rules() {
  const { cap: contestCap, seats, contest, contestFile } = slate.value!;
  const { lineups, unique, most, leastSalary, cap, method, rules, rest, own, ...of } = settings.value;
  const lines = [
    ...rules.filter(isAgainst).map((item) => {
      const change: Partial<Doc> = { rules: rules.filter((one) => one !== item) };
      return { text: titleOf(item), change };
    }),
    ...restLines(rest).map(({ text, without }) => ({ text, change: { rest: without } })),
  ];
  return (
    <section class="rules" aria-label="Rules">
      <div class="rules-title">
        <h2>Rules</h2>
        <Button kind="small" disabled={!of.isPriced} onClick={isFindingCosts.value ? stopCosts : findCosts}>
          {isFindingCosts.value ? `Stop (${costs.value.progress})` : "What do they cost?"}
        </Button>
      </div>
      <Sections />
      {contestFile !== null && (
        <p class="own-contest">
          <span>
            Your own contest {contest}, from {contestFile}
          </span>
          <Link onClick={forgetContests}>Use the book’s</Link>
        </p>
      )}
      <Setting label="Lineups">
        <Num
          label="Number of lineups"
          value={lineups}
          min={1}
          max={10_000}
          grouped
          optional={own !== null || of.hasContests}
          placeholder="all entries"
          class="wide"
          onValue={(value) =>
            edit(value === null ? "a lineup for each entry" : `${value} lineups`, { lineups: value })
          }
        />
      </Setting>
      <Setting label="Differ by" note="players" source="unique">
        <Step
          label="Players by which lineups differ"
          value={unique ?? 1}
          min={1}
          max={Math.max(1, seats.length)}
          onValue={(value) => edit(`differ by ${value}`, { unique: value })}
        />
      </Setting>
      <Setting label="Most exposure" source="most">
        <Num
          label="Most exposure of a player in percent"
          value={most}
          max={100}
          placeholder={String(of.mostOfAll ?? "any")}
          suffix="%"
          onValue={(value) =>
            edit(value === null || value >= 100 ? "any exposure" : `most exposure ${value}%`, {
              most: value === null || value >= 100 ? null : value,
            })
          }
        />
      </Setting>
      {contestCap !== null && (
        <Setting label="Salary" source="salary">
          <Num
            label="Least salary of a lineup"
            value={leastSalary}
            grouped
            placeholder={String(of.leastSalaryOfAll ?? "any")}
            max={contestCap * 2}
            onValue={(value) => edit("least salary", { leastSalary: value === 0 ? null : value })}
          />
          <span>to</span>
          <Num
            label="Salary cap"
            value={cap ?? contestCap}
            grouped
            max={contestCap * 2}
            onValue={(value) => edit("salary cap", { cap: value === contestCap ? null : value })}
          />
        </Setting>
      )}
      <Setting label="Solve">
        <Segments
          kind="small"
          label="How lineups are solved"
          options={METHODS}
          chosen={method}
          onChoice={(how) => edit(how === "joint" ? "solve as a whole" : "solve one by one", { method: how })}
        />
      </Setting>
      <div class="rule-cards">
        {rules
          .filter((item) => !isAgainst(item))
          .map((item) => (
            <RuleCard key={item.id} item={item} />
          ))}
        {lines.map(({ text, change }) => (
          <article key={text} class="rule-card is-line">
            <span>{text}</span>
            <IconButton
              icon="cross"
              label={`Remove: ${text}`}
              onClick={() => edit(`remove ${text}`, change)}
            />
          </article>
        ))}
      </div>
      {own !== null && <OfAll />}
      <AddRule />
      <People />
      <RulesFile />
    </section>
  );
}

function Sections() {
  const { contests } = whole.value;
  if (contests.length === 0) return null;
  return (
    <Segments
      kind="small sections"
      label="Rules for"
      options={[[null, "All contests"], ...contests.map(({ id, name }) => [id, name] as const)]}
      chosen={section.value?.id ?? null}
      onChoice={chooseSection}
    />
  );
}

function OfAll() {
  const { rules } = whole.value;
  const on = rules.filter((item) => item.on);
  if (on.length === 0) return null;
  return (
    <div class="of-all">
      <h3>Also, from all contests</h3>
      <ul>
        {on.map((item) => (
          <li key={item.id} title={textOf(item)}>
            {titleOf(item)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Setting({
  label,
  note,
  source,
  children,
}: {
  readonly label: string;
  readonly note?: string;
  readonly source?: "most" | "unique" | "salary";
  readonly children: preact.ComponentChildren;
}) {
  const cost = source === undefined ? null : costOf({ kind: source });
  return (
    <div class="setting">
      <span class="setting-label">
        {label} {note && <small>{note}</small>}
      </span>
      {cost && <CostWords cost={cost} />}
      <span class="setting-value">{children}</span>
      {cost && <CostLine cost={cost} />}
    </div>
  );
}

function AddRule() {
  const isOpen = useSignal(false);
  const isText = useSignal(false);
  return (
    <div class="add-rule">
      <button
        type="button"
        class="link add"
        aria-expanded={isOpen.value}
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        <Icon name="plus" /> Add a rule
      </button>
      {isOpen.value && <Templates onClose={(isOwn) => ([isOpen.value, isText.value] = [false, isOwn])} />}
      {isText.value && <RuleText item={null} onClose={() => (isText.value = false)} />}
    </div>
  );
}

function People() {
  const { players } = slate.value!;
  const { locks, slotLocks, bans, limits, points, ownership } = doc.value;
  const nameOf = (at: number) => players[at]!.name;
  const chip = (kind: string, player: number, words: string, change: Partial<Doc>) =>
    [kind, `${nameOf(player)}${words}`, player, change] as const;
  const chips = [
    ...[...locks].map((at) => chip("go", at, "", { locks: withMember(locks, at, false) })),
    ...[...slotLocks].map(([at, slot]) =>
      chip("go", at, ` as ${slot}`, { slotLocks: withValue(slotLocks, at, null) }),
    ),
    ...[...bans].map((at) => chip("stop", at, "", { bans: withMember(bans, at, false) })),
    ...[...limits].map(([at, limit]) => {
      const words = limitWords(limit)!.replace("at most", "≤").replace("at least", "≥");
      return chip("edge", at, ` ${words}`, { limits: withValue(limits, at, null) });
    }),
    ...[...points].map(([at, value]) =>
      chip("mine", at, ` ${fixed(value)}`, { points: withValue(points, at, null) }),
    ),
    ...[...ownership].map(([at, value]) =>
      chip("mine", at, ` ${percent(value)} owned`, { ownership: withValue(ownership, at, null) }),
    ),
  ];
  if (chips.length === 0) return null;
  return (
    <div class="people">
      <h3>Players</h3>
      <ul>
        {chips.map(([kind, text, at, change]) => (
          <li key={`${kind} ${text}`} class={`chip-of is-${kind}`}>
            {text}
            <button
              type="button"
              aria-label={`Remove: ${text}`}
              onClick={() => edit(`free ${nameOf(at)}`, change)}
            >
              <Icon name="cross" size={12} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
