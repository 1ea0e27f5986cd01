/** The rules of the lineups: numbers for all, sentences for each, single players, and the description. */
import { useSignal } from "@preact/signals";
import { limitWords } from "../parts/exposure-bar.tsx";
import { Icon } from "../parts/icons.tsx";
import { IconButton, Num, Step } from "../parts/num.tsx";
import { costOf, costs, findCosts, isFindingCosts } from "../state/costs.ts";
import { type Doc, nextId, type RuleItem, withMember, withValue } from "../state/doc.ts";
import { commandText, downloadPoints, downloadRules, rulesText, showFailure } from "../state/downloads.ts";
import { readRules } from "../state/files.ts";
import { isPortfolio } from "../state/portfolio-of.ts";
import { rulesFor } from "../state/rule-book.ts";
import { type Part, sentenceOf, textOf, titleOf, withNumber } from "../state/sentences.ts";
import { doc, edit, slate, solved } from "../state/studio.ts";
import { fixed } from "../state/words.ts";

export function Rules() {
  const facts = slate.value!;
  const { lineups, unique, most, leastSalary, cap, method, rules, rest } = doc.value;
  return (
    <section class="rules" aria-label="Rules">
      <div class="rules-title">
        <h2>Rules</h2>
        <button
          type="button"
          class="button small"
          disabled={!isPortfolio(doc.value) || isFindingCosts.value}
          onClick={findCosts}
        >
          {isFindingCosts.value ? (costs.value.progress ?? "Asking…") : "What do they cost?"}
        </button>
      </div>
      <Setting label="Lineups">
        <Num
          label="Number of lineups"
          value={lineups}
          min={1}
          max={10_000}
          grouped
          onValue={(value) => value !== null && edit(`${value} lineups`, { lineups: value })}
        />
      </Setting>
      <Setting label="Differ by" note="players" source="unique">
        <Step
          label="Players by which lineups differ"
          value={unique}
          min={1}
          max={Math.max(1, facts.seats.length)}
          onValue={(value) => edit(`differ by ${value}`, { unique: value })}
        />
      </Setting>
      <Setting label="Most exposure" source="most">
        <Num
          label="Most exposure of a player in percent"
          value={most}
          max={100}
          optional
          placeholder="any"
          suffix="%"
          onValue={(value) =>
            edit(value === null || value >= 100 ? "any exposure" : `most exposure ${value}%`, {
              most: value === null || value >= 100 ? null : value,
            })
          }
        />
      </Setting>
      <Setting label="Salary" source="salary">
        <Num
          label="Least salary of a lineup"
          value={leastSalary}
          optional
          grouped
          placeholder="any"
          max={facts.cap * 2}
          onValue={(value) => edit("least salary", { leastSalary: value === 0 ? null : value })}
        />
        <span>to</span>
        <Num
          label="Salary cap"
          value={cap ?? facts.cap}
          grouped
          max={facts.cap * 2}
          onValue={(value) => edit("salary cap", { cap: value === facts.cap ? null : value })}
        />
      </Setting>
      <Setting label="Solve">
        <div class="segments small" role="group" aria-label="How lineups are solved">
          {(["joint", "sequential"] as const).map((how) => (
            <button
              key={how}
              type="button"
              aria-pressed={method === how}
              onClick={() => edit(how === "joint" ? "solve as a whole" : "solve one by one", { method: how })}
            >
              {how === "joint" ? "As a whole" : "One by one"}
            </button>
          ))}
        </div>
      </Setting>
      <div class="rule-cards">
        {rules.map((item) => (
          <RuleCard key={item.id} item={item} />
        ))}
      </div>
      <AddRule />
      <People />
      {Object.keys(rest).length > 0 && (
        <p class="message">Also applied, from the imported rules: {Object.keys(rest).join(", ")}.</p>
      )}
      <AsFile />
    </section>
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

function CostWords({ cost }: { readonly cost: NonNullable<ReturnType<typeof costOf>> }) {
  if (cost.perLineup === null) return <span class="cost is-noise">unknown</span>;
  return cost.isNoise ? (
    <span class="cost is-noise">
      {cost.perLineup <= 0.01 ? "free" : `under ${fixed(Math.max(0.01, cost.perLineup))}`}
    </span>
  ) : (
    <span class="cost">−{fixed(cost.perLineup)}</span>
  );
}

/** A line as long as the cost, relative to the dearest rule. */
function CostLine({ cost }: { readonly cost: NonNullable<ReturnType<typeof costOf>> }) {
  const width = cost.perLineup === null ? 0 : (100 * cost.perLineup) / Math.max(0.01, costs.value.dearest);
  return <span class="cost-line" style={{ width: `${Math.max(0, width)}%` }} aria-hidden="true" />;
}

function change(item: RuleItem, value: RuleItem["value"], name: string): void {
  const rules = doc.value.rules.map((one) => (one.id === item.id ? ({ ...one, value } as RuleItem) : one));
  edit(name, { rules });
}

function RuleCard({ item }: { readonly item: RuleItem }) {
  const { id, on, value } = item;
  const title = titleOf(item);
  const cost = costOf({ kind: "rule", id });
  const rules = doc.value.rules;
  return (
    <article class={`rule-card ${on ? "" : "is-off"}`}>
      <header>
        <button
          type="button"
          role="switch"
          class="switch"
          aria-checked={on}
          aria-label={title}
          onClick={() =>
            edit(`${title} ${on ? "off" : "on"}`, {
              rules: rules.map((one) => (one.id === id ? { ...one, on: !on } : one)),
            })
          }
        />
        <h3>{title}</h3>
        {cost && <CostWords cost={cost} />}
        <IconButton
          icon="cross"
          label={`Remove ${title}`}
          onClick={() => edit(`remove ${title}`, { rules: rules.filter((one) => one.id !== id) })}
        />
      </header>
      <p class="sentence">
        {sentenceOf(item).map((part, at) => (
          <SentencePart
            key={at}
            part={part}
            onNumber={(path, number) =>
              change(item, withNumber(value, path, number) as never, `change ${title}`)
            }
          />
        ))}
      </p>
      <ShareLine item={item} />
      {cost && <CostLine cost={cost} />}
    </article>
  );
}

function SentencePart({
  part,
  onNumber,
}: {
  readonly part: Part;
  readonly onNumber: (path: readonly (string | number)[], value: number) => void;
}) {
  if (part.kind === "tag") return <span class="word-tag">{part.text} </span>;
  if (part.kind === "words") return <span>{part.text} </span>;
  const { path, value } = part;
  if (value > 20 || !Number.isInteger(value))
    return (
      <Num
        label="Limit"
        value={value}
        max={1_000_000}
        digits={0}
        onValue={(next) => next !== null && onNumber(path, next)}
      />
    );
  return (
    <Step label="Number of players" value={value} min={0} max={20} onValue={(next) => onNumber(path, next)} />
  );
}

/** A percentage of a rule's own, such as `60%`; undefined for anything else. */
const percentOf = (end: unknown) =>
  typeof end === "string" && /^[\d.]+%$/.test(end.trim()) ? Number(end.trim().slice(0, -1)) : undefined;

/** In how many of the lineups the rule holds, and how many it must. */
function ShareLine({ item }: { readonly item: RuleItem }) {
  const { value, kind, id } = item;
  const end = kind === "exposure" && value.least === undefined ? "most" : "least";
  const isForeign =
    value.share !== undefined || (value[end] !== undefined && percentOf(value[end]) === undefined);
  const total = solved.value?.points.length ?? 0;
  const held = shareHeld(id);
  return (
    <p class="share-line">
      {isForeign ? (
        <span>in {String(value.share ?? value[end])} of lineups</span>
      ) : (
        <>
          <span>in {end === "most" ? "at most" : "at least"}</span>
          <Num
            label={`${titleOf(item)}: percent of lineups`}
            value={percentOf(value[end]) ?? null}
            max={100}
            optional
            placeholder="all"
            suffix="%"
            onValue={(next) => {
              const { [end]: _, ...others } = value;
              change(
                item,
                (next === null || (next >= 100 && end === "least")
                  ? others
                  : { ...others, [end]: `${next}%` }) as RuleItem["value"],
                `share of ${titleOf(item)}`,
              );
            }}
          />
          {held === null && <span>of lineups</span>}
        </>
      )}
      {held !== null && (
        <span class="held">
          {held} of {total}
        </span>
      )}
    </p>
  );
}

/** The number of lineups that keep a rule with a share; null for rules that all keep. */
function shareHeld(id: number): number | null {
  const { rules } = doc.value;
  const at = rules.filter(({ on, kind }) => on && kind === "rule").findIndex((one) => one.id === id);
  if (at === -1) return null;
  return solved.value?.shares.find(({ pointer }) => pointer === `/portfolio/rules/${at}`)?.lineups ?? null;
}

function AddRule() {
  const isOpen = useSignal(false);
  const used = new Set(doc.value.rules.map(titleOf));
  const templates = rulesFor(slate.value!).filter(({ value }) => !used.has(value.name ?? ""));
  return (
    <div class="add-rule">
      <button
        type="button"
        class="link add"
        aria-expanded={isOpen.value}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        <Icon name="plus" /> Add a rule
      </button>
      {isOpen.value && (
        <ul class="templates">
          {templates.map((template) => {
            const item = { id: 0, on: true, ...template } as RuleItem;
            return (
              <li key={titleOf(item)}>
                <button
                  type="button"
                  onClick={() => {
                    isOpen.value = false;
                    edit(`add ${titleOf(item)}`, {
                      rules: [...doc.value.rules, { ...item, id: nextId(doc.value) } as RuleItem],
                    });
                  }}
                >
                  <b>{titleOf(item)}</b>
                  <span>{textOf(item)}</span>
                </button>
              </li>
            );
          })}
          {templates.length === 0 && <li class="dim">All of them are in use.</li>}
        </ul>
      )}
    </div>
  );
}

/** Locked, excluded and limited players, each with a way out. */
function People() {
  const { players } = slate.value!;
  const { locks, bans, limits, points } = doc.value;
  const chips: readonly (readonly [string, string, number, Partial<Doc>])[] = [
    ...[...locks].map(
      (at) => ["go", players[at]!.name, at, { locks: withMember(locks, at, false) }] as const,
    ),
    ...[...bans].map((at) => ["stop", players[at]!.name, at, { bans: withMember(bans, at, false) }] as const),
    ...[...limits].map(
      ([at, limit]) =>
        [
          "edge",
          `${players[at]!.name} ${limitWords(limit)!.replace("at most", "≤").replace("at least", "≥")}`,
          at,
          { limits: withValue(limits, at, null) },
        ] as const,
    ),
    ...[...points].map(
      ([at, value]) =>
        [
          "mine",
          `${players[at]!.name} ${fixed(value)}`,
          at,
          { points: withValue(points, at, null) },
        ] as const,
    ),
  ];
  if (chips.length === 0) return null;
  return (
    <div class="people">
      <h3>Players</h3>
      <ul>
        {chips.map(([kind, text, at, change]) => (
          <li key={`${kind} ${at}`} class={`chip-of is-${kind}`}>
            {text}
            <button
              type="button"
              aria-label={`Remove: ${text}`}
              onClick={() => edit(`free ${players[at]!.name}`, change)}
            >
              <Icon name="cross" size={12} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The description as a file: the same that the command line reads. */
function AsFile() {
  const text = useSignal<string | null>(null);
  const copied = useSignal(false);
  const hasOwn = doc.value.points.size > 0 || doc.value.ownership.size > 0;
  return (
    <div class="as-file">
      <h3>As a file</h3>
      <p class="dim">The command line reads the same rules.yaml. Drop one here to use it.</p>
      <div class="button-row">
        <button type="button" class="button small" onClick={downloadRules}>
          <Icon name="download" size={13} /> rules.yaml
        </button>
        {hasOwn && (
          <button type="button" class="button small" onClick={downloadPoints}>
            <Icon name="download" size={13} /> points.csv
          </button>
        )}
        <button
          type="button"
          class="button small"
          onClick={async () => {
            await navigator.clipboard.writeText(commandText());
            copied.value = true;
          }}
        >
          <Icon name={copied.value ? "check" : "copy"} size={13} /> Copy as command
        </button>
        <button
          type="button"
          class="button small"
          aria-expanded={text.value !== null}
          onClick={async () => {
            text.value = text.value === null ? await rulesText() : null;
          }}
        >
          Edit as text
        </button>
      </div>
      {text.value !== null && (
        <form
          onSubmit={async (event) => {
            event.preventDefault();
            const area = event.currentTarget.querySelector("textarea")!;
            try {
              await readRules(area.value, "rules.yaml");
              text.value = null;
            } catch (error) {
              showFailure(error);
            }
          }}
        >
          <textarea
            aria-label="Rules as YAML"
            spellcheck={false}
            rows={12}
            onKeyDown={(event) => event.stopPropagation()}
            defaultValue={text.value}
          />
          <button type="submit" class="button small primary">
            Apply
          </button>
        </form>
      )}
    </div>
  );
}
