import { signal } from "@preact/signals";
import type { EntrySwapSeat } from "dfs-lineups/browser";
import type { Swapped } from "../engine/swap.ts";
import { Button, Failure, Figure, FileField, Link, Notes, Progress } from "../parts/controls.tsx";
import { Icon } from "../parts/icons.tsx";
import { save, tried } from "../state/downloads.ts";
import { call } from "../state/engine.ts";
import { bytesOf, openAll } from "../state/files.ts";
import { asOf, news, swap, swapping } from "../state/long.ts";
import { currentLineups, hasLineups } from "../state/solving.ts";
import { editAll, slate, solved, view, whole } from "../state/studio.ts";
import { counted, fixed, grouped, signed } from "../state/words.ts";

const showsSame = signal(false);

const clock = new Intl.DateTimeFormat("en-US", {
  hour: "numeric",
  minute: "2-digit",
  timeZone: "America/New_York",
});

async function give(files: Iterable<File>): Promise<void> {
  for (const file of files) {
    const text = await file.slice(0, 400).text();
    if (/entry id|entry_id/i.test(text)) await openAll([file]);
    else news.value = (await bytesOf([file]))[0]!;
  }
  swapping.clear();
}

export function Swap() {
  const { entries } = slate.value!;
  return (
    <main
      class="swap"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void give(event.dataTransfer?.files ?? []);
      }}
    >
      <section class="card">
        <h2 class="visually-hidden">Entries</h2>
        <div class="steps">
          <FileStep
            title={entries?.file ?? "1. Your entries"}
            note={
              entries === null
                ? "Drop DKEntries.csv or FanDuel’s entries file"
                : `${counted(entries.count, "entry", "entries")}, ${entries.filled.length} with a lineup`
            }
            isDone={entries !== null}
          />
          <FileStep
            title={news.value?.name ?? "2. The news"}
            note={news.value === null ? "Optional: newer projections" : "newer projections"}
            isDone={news.value !== null}
          />
          <AsOf />
          <Go />
        </div>
        <Failure text={swapping.failure.value} />
        {swapping.result.value && <Totals found={swapping.result.value} />}
      </section>
      {swapping.result.value && <Changes found={swapping.result.value} />}
      {entries !== null && swapping.result.value === null && (
        <section class="card contests" aria-label="Contests">
          <h2>Your contests</h2>
          <ul>
            {entries.contests.map((one) => (
              <ContestLine key={one.name} {...one} />
            ))}
          </ul>
        </section>
      )}
      {entries === null && (
        <p class="hint centre">
          Before the games, the entries are filled with your lineups. After news, started games are left alone
          and each entry gets the best players who can still be taken.
        </p>
      )}
    </main>
  );
}

/** A contest of the file. The user can leave out its entries, all or one by one. */
function ContestLine({ name, ids }: { readonly name: string; readonly ids: readonly string[] }) {
  const { skipped } = whole.value;
  const taken = ids.filter((id) => !skipped.has(id)).length;
  const set = (some: readonly string[], isIn: boolean) => {
    const next = new Set(skipped);
    for (const id of some)
      if (isIn) next.delete(id);
      else next.add(id);
    editAll(`${isIn ? "take" : "leave out"} ${some.length === 1 ? `entry ${some[0]}` : name}`, {
      skipped: next,
    });
  };
  return (
    <li>
      <input
        type="checkbox"
        aria-label={`Entries of ${name}`}
        checked={taken > 0}
        ref={(box) => {
          if (box) box.indeterminate = taken > 0 && taken < ids.length;
        }}
        onChange={({ currentTarget }) => set(ids, currentTarget.checked)}
      />
      <details>
        <summary>
          <b>{name}</b>
          <span class="dim">
            {taken === ids.length ? "" : `${grouped(taken)} of `}
            {counted(ids.length, "entry", "entries")}
          </span>
        </summary>
        <div class="entry-choices">
          {ids.map((id) => (
            <label key={id}>
              <input
                type="checkbox"
                checked={!skipped.has(id)}
                onChange={({ currentTarget }) => set([id], currentTarget.checked)}
              />
              {id}
            </label>
          ))}
        </div>
      </details>
    </li>
  );
}

function FileStep(step: { readonly title: string; readonly note: string; readonly isDone: boolean }) {
  const { title, note, isDone } = step;
  return (
    <label class={`swap-step ${isDone ? "is-done" : ""}`}>
      <FileField onFiles={give} />
      <Icon name={isDone ? "check" : "file"} />
      <span>
        <b>{title}</b>
        <small>{note}</small>
      </span>
    </label>
  );
}

function AsOf() {
  const starts = [...new Set(slate.value!.players.flatMap(({ startsAt }) => startsAt ?? []))].sort();
  const chosen = asOf.value;
  return (
    <div class="swap-step as-of" role="group" aria-label="Games that have started">
      <Icon name="swap" />
      <span>
        <b>{chosen === null ? "As of now" : `As of ${clock.format(new Date(chosen))} Eastern`}</b>
        <span class="starts">
          {[...starts.slice(0, 8), null].map((start) => (
            <button
              key={start}
              type="button"
              class={start !== null && chosen !== null && start <= chosen ? "is-begun" : ""}
              aria-pressed={start === chosen}
              onClick={() => {
                asOf.value = start;
                swapping.clear();
              }}
            >
              {start === null ? "clock" : clock.format(new Date(start))}
            </button>
          ))}
        </span>
      </span>
    </div>
  );
}

async function fill(): Promise<void> {
  const found = await currentLineups();
  if (found === null) return;
  save(await call("fill", { entries: found.entries, skipped: [...whole.value.skipped] }).answer);
}

function Go() {
  const { entries } = slate.value!;
  const found = swapping.result.value;
  if (entries === null)
    return (
      <Button kind="primary go" disabled>
        Swap
      </Button>
    );
  const { skipped, contests } = whole.value;
  const lineups = solved.value?.points.length ?? 0;
  const isTaken = (id: string) => !skipped.has(id);
  const isEmpty = !entries.filled.some(isTaken);
  const ids = entries.hasBegun ? entries.contests.flatMap((one) => one.ids) : entries.filled;
  const taken = ids.filter(isTaken).length;
  const changed = found?.entries.filter(({ verdict }) => verdict === "swapped").length ?? 0;
  return (
    <div class="go-stack">
      {found === null ? (
        (entries.filled.length > 0 || entries.hasBegun) && (
          <Button
            icon="swap"
            kind="primary go"
            disabled={swapping.isRunning.value || taken === 0}
            onClick={swap}
          >
            {swapping.isRunning.value ? "Swapping…" : `Swap ${counted(taken, "entry", "entries")}`}
          </Button>
        )
      ) : (
        <Button
          icon="download"
          kind="primary go"
          disabled={changed === 0}
          onClick={() => save(found.download)}
        >
          {changed === 0 ? "Nothing to change" : `Download ${counted(changed, "swap")}`}
        </Button>
      )}
      {swapping.isRunning.value && (
        <Progress done={swapping.step.value?.done} of={taken} unit="entries swapped" stop={swapping.stop} />
      )}
      {isEmpty && contests.length > 0 && (
        <Button kind="primary go" onClick={() => (view.value = "contests")}>
          Fill by {counted(contests.length, "strategy", "strategies")}
        </Button>
      )}
      {isEmpty && contests.length === 0 && (
        <Button icon="download" kind="primary go" disabled={!hasLineups.value} onClick={() => tried(fill)}>
          Fill with {counted(lineups, "lineup")}
        </Button>
      )}
    </div>
  );
}

function Totals({ found }: { readonly found: Swapped }) {
  const having = (test: (verdict: string) => boolean) =>
    found.entries.filter(({ verdict }) => test(verdict)).length;
  const gained = found.entries.reduce(
    (sum, { before, after }) => sum + (before === null || after === null ? 0 : after - before),
    0,
  );
  const best = having((verdict) => verdict === "best" || verdict === "kept" || verdict === "unaffected");
  const gone = found.entries.filter(({ gone: names }) => names.length > 0).length;
  return (
    <dl class="figures wide">
      <Figure name="Swapped">{having((verdict) => verdict === "swapped")}</Figure>
      <Figure name="Points gained" class="is-gain">
        {signed(gained, 1)}
      </Figure>
      <Figure name="Best already">{best}</Figure>
      <Figure name="Cannot change">{having((verdict) => verdict !== "swapped") - best}</Figure>
      <Figure name="Had a player out">{gone}</Figure>
    </dl>
  );
}

const VERDICTS: Readonly<Record<string, string>> = {
  best: "best already",
  kept: "nothing better found in time",
  unaffected: "not affected",
  reserved: "has no lineup yet: leave out the others, and fill it",
  locked: "every seat is locked",
  "unknown-locked": "a locked player is unknown, so the salary is unknown",
  "no-lineup": "no lineup is left that keeps its locked seats and all rules",
  "no-time": "no lineup found in time",
};

function Changes({ found }: { readonly found: Swapped }) {
  const changed = found.entries
    .filter(({ verdict }) => verdict === "swapped")
    .sort((a, b) => b.after! - b.before! - (a.after! - a.before!));
  const stuck = found.entries.filter(({ verdict }) => !["swapped", "best", "unaffected"].includes(verdict));
  const same = found.entries.filter(({ verdict }) => verdict === "best" || verdict === "unaffected");
  return (
    <section class="card" aria-label="Changes by entry">
      <ul class="changes">
        {[...changed, ...stuck].map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
        {showsSame.value && same.map((entry) => <Entry key={entry.id} entry={entry} />)}
      </ul>
      {same.length > 0 && (
        <Link onClick={() => (showsSame.value = !showsSame.value)}>
          {showsSame.value ? "Hide" : "Show"} the {grouped(same.length)} that{" "}
          {same.length === 1 ? "is" : "are"} the best already
        </Link>
      )}
      <Notes texts={found.notes} />
      {found.stoppedBy !== null && (
        <p class="message is-short">Stopped early; the swaps found so far stand.</p>
      )}
    </section>
  );
}

const isChanged = ({ before, after }: EntrySwapSeat) => before?.name !== after?.name;

function Entry({ entry }: { readonly entry: Swapped["entries"][number] }) {
  const { id, contest, verdict, before, after, seats } = entry;
  return (
    <li>
      <span class="entry-name">
        <b>{contest}</b>
        <small>{id}</small>
      </span>
      <span
        class="seats"
        role="img"
        aria-label={seats
          .map((seat) => `${seat.slot} ${seat.lockedBy ? "locked" : isChanged(seat) ? "changed" : "open"}`)
          .join(", ")}
      >
        {seats.map((seat, at) => (
          <i key={at} class={seat.lockedBy ? "is-locked" : isChanged(seat) ? "is-changed" : ""}>
            {seat.slot}
          </i>
        ))}
      </span>
      <span class="entry-changes">
        {verdict === "swapped"
          ? seats.filter(isChanged).map((seat) => (
              <span key={seat.slot + (seat.after?.name ?? "")}>
                <small>{seat.slot}</small> <s>{seat.before?.name}</s> <b>{seat.after?.name}</b>
              </span>
            ))
          : (VERDICTS[verdict] ?? verdict)}
      </span>
      <span class="entry-points">
        {after !== null && <span class="dim">{fixed(after, 1)}</span>}
        {verdict === "swapped" && before !== null && <b class="is-gain">{signed(after! - before, 1)}</b>}
      </span>
    </li>
  );
}
