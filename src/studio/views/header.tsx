import { Button, FileField, Link } from "../parts/controls.tsx";
import { Icon, Mark } from "../parts/icons.tsx";
import { IconButton } from "../parts/num.tsx";
import { downloadLineups } from "../state/downloads.ts";
import { areFilesOpen, leave, openAll } from "../state/files.ts";
import { hasLineups, isStale, lastPrice, status, stopSolving } from "../state/solving.ts";
import { steady } from "../state/steady.ts";
import { doc, redo, redoName, slate, solved, undo, undoName, type View, view } from "../state/studio.ts";
import { counted, gapText, grouped, signed, timeWords, titleOf } from "../state/words.ts";

export const VIEWS: readonly (readonly [View, string])[] = [
  ["build", "Build"],
  ["contests", "Contests"],
  ["simulate", "Simulate"],
  ["swap", "Late swap"],
];

export function Header() {
  const facts = slate.value!;
  const projected = facts.players.filter(({ points }) => points !== null).length;
  const upload = facts.takesFiles ? "Upload CSV" : "To type";
  return (
    <header class="bar">
      <button type="button" class="home" aria-label="studio: all slates" title="All slates" onClick={leave}>
        <Mark />
        <span class="bar-name">studio</span>
      </button>
      <h1 class="visually-hidden">{titleOf(facts)}</h1>
      <span class="slate-chip">
        <button type="button" class="slate-name" onClick={() => (areFilesOpen.value = true)}>
          <span>
            <b>{facts.sportLabel}</b> {facts.vendor} {facts.contest} <small>{facts.evening}</small>
          </span>
          <small class="of-points">
            {counted(facts.players.length, "player")},{" "}
            {facts.projections === null
              ? "book’s averages"
              : `${projected} projected, ${facts.projections} of ${timeWords(facts.projectionsTime!)}`}
          </small>
        </button>
        <label class="icon-button" title="Open files">
          <FileField multiple aria-label="Open files" onFiles={openAll} />
          <Icon name="plus" />
        </label>
      </span>
      <nav class="segments views" aria-label="Views">
        {VIEWS.map(([name, label]) => (
          <button
            key={name}
            type="button"
            aria-current={view.value === name ? "page" : undefined}
            onClick={() => (view.value = name)}
          >
            {label}
          </button>
        ))}
      </nav>
      <span class="bar-space" />
      <Price />
      <StatusLine />
      <Undo />
      <Button
        kind="primary upload"
        disabled={!hasLineups.value}
        onClick={downloadLineups}
        aria-label={upload}
      >
        <Icon name={facts.takesFiles ? "download" : "list"} />
        <span>{upload}</span>
      </Button>
    </header>
  );
}

function Price() {
  if (lastPrice.value === null) return null;
  const { points, name } = lastPrice.value;
  return (
    <span class={`price ${points < 0 ? "is-cost" : "is-gain"}`} title="Mean points of a lineup">
      <b>{signed(points)}</b> <span>{name}</span>
    </span>
  );
}

const STEPS = [
  ["undo", "Undo", undoName, undo],
  ["redo", "Redo", redoName, redo],
] as const;

function Undo() {
  return (
    <span class="undo">
      {STEPS.map(([icon, word, name, step]) => (
        <IconButton
          key={icon}
          icon={icon}
          label={name.value === null ? word : `${word} ${name.value}`}
          disabled={name.value === null}
          onClick={step}
        />
      ))}
    </span>
  );
}

function statusWords(): { readonly text: string; readonly kind: "good" | "working" | "bad" | "short" } {
  const { value } = status;
  const found = solved.value;
  if (value.kind === "failed")
    return { text: value.failed.code === "infeasible" ? "no lineups" : "not solved", kind: "bad" };
  if (value.kind === "solving" && (value.method !== "exact" || found === null)) {
    const gap = value.progress?.gap;
    if (value.method !== "joint") return { text: "solving", kind: "working" };
    return {
      text: gap == null ? "solving as a whole" : `solving as a whole, ${gapText(gap)} to go`,
      kind: "working",
    };
  }
  if (found === null) return { text: "", kind: "working" };
  const count = found.points.length;
  if (found.shortfall !== null) return { text: shortText(count), kind: "short" };
  if (found.method === "exact")
    return { text: count === 1 ? "the best lineup" : `${grouped(count)} best lineups`, kind: "good" };
  if (found.method === "chosen") return { text: `${grouped(count)} chosen by what they win`, kind: "good" };
  if (found.method === "sequential" || found.gap === null)
    return { text: `${grouped(count)} lineups, one by one`, kind: "working" };
  return { text: `${grouped(count)} lineups, ${gapText(found.gap)} from the bound`, kind: "good" };
}

function shortText(count: number): string {
  const asked = doc.value.lineups;
  if (asked === null) return `${grouped(count)} lineups only`;
  return count < asked
    ? `${grouped(count)} of ${grouped(asked)} lineups`
    : `${grouped(count)} lineups, not all rules kept`;
}

const line = steady(() => {
  const { value } = status;
  const words = statusWords();
  const isSearching = value.kind === "solving" && value.method === "joint";
  const isShown = value.kind === "solved" || words.kind === "good";
  return { ...words, isSearching, milliseconds: isShown ? solved.value?.milliseconds : undefined };
});

function StatusLine() {
  const { text, kind, isSearching, milliseconds } = line.value;
  return (
    <span class={`status is-${kind}`} role="status" aria-busy={isStale.value}>
      <i class="dot" aria-hidden="true" />
      <span class="status-text">{text}</span>
      {milliseconds !== undefined && <small>{Math.round(milliseconds)} ms</small>}
      {isSearching && <Link onClick={stopSolving}>Stop</Link>}
    </span>
  );
}
