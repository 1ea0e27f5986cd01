import { signal } from "@preact/signals";
import { Button, Failure, submits } from "../parts/controls.tsx";
import { settle, settling } from "../state/long.ts";
import { slate } from "../state/studio.ts";
import { terms } from "../state/terms.ts";
import { counted } from "../state/words.ts";

/** The user's name in standings; null for that of the entries file. */
const typed = signal<string | null>(null);

/** What the contest of the standings paid, against what was predicted. */
export function After() {
  const { standings } = slate.value!;
  const { isRunning, result, failure, stop } = settling;
  const user = typed.value ?? standings?.user ?? "";
  return (
    <section class="card" aria-label="The morning after">
      <header>
        <div>
          <h2>The morning after: what did it win?</h2>
          <p class="dim">
            {standings === null
              ? "Drop the contest’s standings, the book’s file after the games."
              : `${standings.file}: ${counted(standings.entries, "entry", "entries")}. ${standings.hasPoints ? "Fee and payouts are those of the contest below." : "It lists no points of players, so it has opponents only."}`}
          </p>
        </div>
      </header>
      {standings?.hasPoints && (
        <form class="card-form" onSubmit={submits(() => settle(terms.value, user.trim()))}>
          <label class="term">
            Your name in the standings
            <input
              class="text-field"
              value={user}
              placeholder="without it, only strategies"
              onKeyDown={(event) => event.stopPropagation()}
              onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
            />
          </label>
          <Button type="submit" kind="primary" disabled={isRunning.value}>
            Compare
          </Button>
          {isRunning.value && <Button onClick={stop}>Stop</Button>}
        </form>
      )}
      {isRunning.value && (
        <p class="waiting" role="status">
          Building lineups by other strategies, and entering them…
        </p>
      )}
      <Failure text={failure.value} />
      {result.value?.map(({ heading, body }) => (
        <div key={heading} class="table-scroll part" tabIndex={0} role="group" aria-label={heading}>
          <h3>{heading}</h3>
          <div dangerouslySetInnerHTML={{ __html: body.markup }} />
        </div>
      ))}
    </section>
  );
}
