/** One rule as a sentence whose numbers, positions and share of lineups change in place. */
import { useSignal } from "@preact/signals";
import { Fragment } from "preact";
import { type Part, sentenceOf, titleOf, withPart } from "../../report/rule-sentences.ts";
import { later } from "../parts/later.tsx";
import { IconButton, Num, Step } from "../parts/num.tsx";
import { costOf, costs } from "../state/costs.ts";
import type { RuleItem } from "../state/doc.ts";
import { describe } from "../state/portfolio-of.ts";
import { doc, edit, section, slate, solved, whole } from "../state/studio.ts";
import { fixed } from "../state/words.ts";

const RuleText = later(() => import("./rule-text.tsx").then(({ RuleText }) => RuleText));

type Cost = NonNullable<ReturnType<typeof costOf>>;

export function CostWords({ cost }: { readonly cost: Cost }) {
  if (cost.perLineup === null) return <span class="cost is-noise">unknown</span>;
  const { perLineup, error } = cost;
  return perLineup <= error ? (
    <span class="cost is-noise">
      {error <= 0.01 ? "free" : `under ${fixed(Math.max(0, perLineup) + error)}`}
    </span>
  ) : (
    <span class="cost" title={`within ${fixed(error)} of the true cost`}>
      −{fixed(perLineup)}
    </span>
  );
}

/** A line whose length shows a cost relative to that of the most expensive rule. */
export function CostLine({ cost }: { readonly cost: Cost }) {
  const width = cost.perLineup === null ? 0 : (100 * cost.perLineup) / Math.max(0.01, costs.value.dearest);
  return <span class="cost-line" style={{ width: `${Math.max(0, width)}%` }} aria-hidden="true" />;
}

function changeRule(id: number, next: RuleItem, name: string): void {
  edit(name, { rules: doc.value.rules.map((one) => (one.id === id ? next : one)) });
}

export function RuleCard({ item }: { readonly item: RuleItem }) {
  const { id, on, value } = item;
  const isOpen = useSignal(false);
  const title = titleOf(item);
  const cost = costOf({ kind: "rule", id });
  const set = (next: unknown, name: string) => changeRule(id, { ...item, value: next } as RuleItem, name);
  return (
    <article class={`rule-card ${on ? "" : "is-off"}`}>
      <header>
        <button
          type="button"
          role="switch"
          class="switch"
          aria-checked={on}
          aria-label={title}
          onClick={() => changeRule(id, { ...item, on: !on }, `${title} ${on ? "off" : "on"}`)}
        />
        <span class="rule-title">
          <h3>{title}</h3>
          {cost && <CostWords cost={cost} />}
        </span>
        <IconButton
          icon="text"
          label={`Edit ${title} as text`}
          aria-pressed={isOpen.value}
          onClick={() => (isOpen.value = !isOpen.value)}
        />
        <IconButton
          icon="cross"
          label={`Remove ${title}`}
          onClick={() => edit(`remove ${title}`, { rules: doc.value.rules.filter((one) => one.id !== id) })}
        />
      </header>
      {isOpen.value ? (
        <RuleText item={item} onClose={() => (isOpen.value = false)} />
      ) : (
        <>
          <p class="sentence">
            {sentenceOf(item).map((part, at) => (
              <Fragment key={at}>
                {typeof part === "string" && /^[:)]/.test(part) ? "" : " "}
                <SentencePart
                  part={part}
                  title={title}
                  onValue={(path, next) => set(withPart(value, path, next), `change ${title}`)}
                />
              </Fragment>
            ))}
          </p>
          <ShareLine item={item} onValue={(next) => set(next, `share of ${title}`)} />
        </>
      )}
      {cost && <CostLine cost={cost} />}
    </article>
  );
}

interface SentencePartProps {
  readonly part: Part;
  readonly title: string;
  readonly onValue: (path: readonly (string | number)[], value: unknown) => void;
}

function SentencePart({ part, title, onValue }: SentencePartProps) {
  if (typeof part === "string") return <span>{part}</span>;
  if (part.kind === "choice") return <Choice part={part} onValue={(next) => onValue(part.path, next)} />;
  const { path, value } = part;
  const isSmall = Number.isInteger(value) && value >= 0 && value <= 20;
  const digits = Number.isInteger(value) ? 0 : Math.min(6, (String(value).split(".")[1] ?? "").length);
  return isSmall ? (
    <Step label={`${title}: number`} value={value} min={0} max={20} onValue={(next) => onValue(path, next)} />
  ) : (
    <Num
      label={`${title}: limit`}
      value={value}
      min={-Number.MAX_SAFE_INTEGER}
      max={Number.MAX_SAFE_INTEGER}
      digits={digits}
      onValue={(next) => next !== null && onValue(path, next)}
    />
  );
}

function Choice({
  part: { of, chosen },
  onValue,
}: {
  readonly part: Extract<Part, { kind: "choice" }>;
  readonly onValue: (value: string | readonly string[]) => void;
}) {
  const { positions, seats } = slate.value!;
  const all = [...new Set([...(of === "position" ? positions : seats), ...chosen])];
  return (
    <details class="choice">
      <summary aria-label={`${of === "position" ? "Positions" : "Slots"}: ${chosen.join(", ")}`}>
        {chosen.join(", ")}
      </summary>
      <span class="choices">
        {all.map((one) => (
          <label key={one}>
            <input
              type="checkbox"
              checked={chosen.includes(one)}
              disabled={chosen.length === 1 && chosen[0] === one}
              onChange={({ currentTarget }) => {
                const next = all.filter((other) =>
                  other === one ? currentTarget.checked : chosen.includes(other),
                );
                onValue(next.length === 1 ? next[0]! : next);
              }}
            />
            {one}
          </label>
        ))}
      </span>
    </details>
  );
}

interface End {
  readonly value: number | null;
  readonly isPercent: boolean;
}

function endOf(text: unknown): End {
  const trimmed = String(text ?? "").trim();
  if (trimmed === "") return { value: null, isPercent: true };
  return { value: Number(trimmed.replace("%", "")), isPercent: trimmed.endsWith("%") };
}

function endsOf({ share, least, most }: RuleItem["value"]): Readonly<Record<"least" | "most", End>> {
  const text = String(share);
  const [from, to] =
    share === undefined ? [least, most] : text.includes("..") ? text.split("..") : [text, text];
  return { least: endOf(from), most: endOf(to) };
}

interface ShareLineProps {
  readonly item: RuleItem;
  readonly onValue: (value: RuleItem["value"]) => void;
}

function ShareLine({ item, onValue }: ShareLineProps) {
  const { value, kind, id } = item;
  const ends = endsOf(value);
  const total = solved.value?.points.length ?? 0;
  const held = shareHeld(id);
  const isExposure = kind === "exposure";
  const shown = (["least", "most"] as const).filter(
    (end) => ends[end].value !== null || (end === "most") === isExposure,
  );
  const change = (end: "least" | "most", next: number | null) => {
    const { share: _, least: __, most: ___, ...others } = value;
    const { least, most }: typeof ends = { ...ends, [end]: { ...ends[end], value: next } };
    const text = ({ value: number, isPercent }: End) => (isPercent ? `${number}%` : number!);
    const isAll = !isExposure && least.isPercent && (least.value ?? 100) >= 100;
    onValue({
      ...others,
      ...(least.value !== null && !isAll && { least: text(least) }),
      ...(most.value !== null && { most: text(most) }),
    } as RuleItem["value"]);
  };
  return (
    <p class="share-line">
      <span>in</span>
      {shown.map((end) => {
        const { value: number, isPercent } = ends[end];
        return (
          <>
            {number !== null && <span>{end === "least" ? "at least" : "at most"}</span>}
            <Num
              label={`${titleOf(item)}: ${end === "least" ? "least" : "most"} ${isPercent ? "percent" : "number"} of lineups`}
              value={number}
              max={isPercent ? 100 : 10_000}
              digits={number !== null && !Number.isInteger(number) ? 1 : 0}
              decimals={1}
              placeholder={end === "least" ? "all" : "any"}
              suffix={isPercent ? "%" : ""}
              onValue={(next) => change(end, next)}
            />
          </>
        );
      })}
      {held === null ? (
        <span>of the lineups</span>
      ) : (
        <span class="held">
          {held} of {total}
        </span>
      )}
    </p>
  );
}

/** The number of lineups that keep a rule with a share; null for rules that apply to every lineup. */
function shareHeld(id: number): number | null {
  const { sources } = describe(whole.value, slate.value!, section.value?.id);
  const found = solved.value?.shares.find(({ pointer }) => {
    const source = sources.get(pointer);
    return source?.kind === "rule" && source.id === id && pointer.startsWith("/portfolio/rules");
  });
  return found?.lineups ?? null;
}
