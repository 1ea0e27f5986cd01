import { signal } from "@preact/signals";
import type { Chosen, Played, Simulated } from "../engine/long.ts";
import type { Goal, Terms } from "../engine/messages.ts";
import {
  Button,
  Failure,
  Figure,
  FileField,
  Progress,
  Segments,
  Select,
  submits,
} from "../parts/controls.tsx";
import { Num } from "../parts/num.tsx";
import { Tag } from "../parts/tag.tsx";
import { counts } from "../state/exposure.ts";
import { bytesOf, open } from "../state/files.ts";
import { choose, choosing, contest, draw, estimates, play, simulation } from "../state/long.ts";
import { hasLineups, solveAgain } from "../state/solving.ts";
import { doc, slate, solved } from "../state/studio.ts";
import { contestName, payoutWords, setTerms, takePayouts, terms } from "../state/terms.ts";
import { counted, dollars, fixed, grouped, percent, signed } from "../state/words.ts";
import { After } from "./after.tsx";

const draws = signal(10_000);
const goal = signal<Goal>("payout");
const ORDERS = [
  ["optimal", "Optimal"],
  ["yours", "Yours"],
  ["underused", "Underused"],
] as const;
type Order = (typeof ORDERS)[number][0];
const order = signal<Order>("optimal");

const SHAPES = ["top-heavy", "double-up", "50/50", "satellite", "winner-takes-all"] as const;
const PAYS: readonly (readonly [Terms["shape"], string])[] = [
  ...SHAPES.map((one) => [one, one] as const),
  ["own", "own table"],
];

/** Takes payouts here, and any other file as everywhere. */
async function give(files: Iterable<File>): Promise<void> {
  for (const file of await bytesOf(files))
    if (!(await takePayouts(file.name, file.bytes))) await open([file]);
}

export function Simulate() {
  return (
    <main
      class="simulate"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void give(event.dataTransfer?.files ?? []);
      }}
    >
      {slate.value!.standings !== null && <After />}
      <OptimalCard />
      <ContestCard />
      {slate.value!.standings === null && <After />}
    </main>
  );
}

function OptimalCard() {
  const found = simulation.result.value;
  return (
    <section class="card" aria-label="How often each player is optimal">
      <header>
        <div>
          <h2>How often is each player in the best lineup?</h2>
          <p class="dim">Points are drawn around your projections; every draw is solved exactly.</p>
        </div>
        <form class="card-form" onSubmit={submits(() => draw(draws.value))}>
          <span>Draws</span>
          <Num
            label="Number of draws"
            value={draws.value}
            min={100}
            max={1_000_000}
            grouped
            onValue={(value) => {
              if (value !== null) draws.value = value;
            }}
          />
          <Button icon="dice" type="submit" kind="primary" disabled={simulation.isRunning.value}>
            Draw
          </Button>
        </form>
      </header>
      {simulation.isRunning.value && (
        <Progress done={simulation.step.value?.done} of={draws.value} unit="draws" stop={simulation.stop} />
      )}
      <Failure text={simulation.failure.value} />
      {found === null ? (
        !simulation.isRunning.value && (
          <p class="hint">
            Shows which players win slates more often than your lineups have them, and which you may overuse.
            The same seed gives the same draws.
          </p>
        )
      ) : (
        <OptimalList found={found} />
      )}
    </section>
  );
}

function OptimalList({ found }: { readonly found: Simulated }) {
  const { players } = slate.value!;
  const total = Math.max(1, solved.value?.points.length ?? 1);
  const field = new Map(contest.result.value?.ownership ?? []);
  const rows = found.players
    .filter(({ share, player }) => share > 0 || counts.value[player]! > 0)
    .map(({ player, share, error }) => {
      const yours = (100 * counts.value[player]!) / total;
      const owned =
        doc.value.ownership.get(player) ??
        players[player]!.ownership ??
        estimates.value.get(player) ??
        field.get(player) ??
        null;
      return { player, optimal: 100 * share, error: 100 * error, yours, owned };
    });
  const by: Readonly<Record<Order, (row: (typeof rows)[number]) => number>> = {
    optimal: ({ optimal }) => optimal,
    yours: ({ yours }) => yours,
    underused: ({ optimal, yours }) => optimal - yours,
  };
  rows.sort((a, b) => by[order.value](b) - by[order.value](a));
  return (
    <>
      <div class="legend">
        <span>
          <i class="mark-optimal" /> best lineup of a draw
        </span>
        <span>
          <i class="mark-yours" /> your lineups
        </span>
        {rows.some(({ owned }) => owned !== null) && (
          <span>
            <i class="mark-field" /> the field{estimates.value.size > 0 && ", estimated"}
          </span>
        )}
        <span class="bar-space" />
        <Segments
          kind="small"
          label="Order"
          options={ORDERS}
          chosen={order.value}
          onChoice={(name) => (order.value = name)}
        />
      </div>
      <p class="dim small">
        {grouped(found.draws)} draws. Stacks of the best lineups:{" "}
        {found.stacks.map(({ sizes, share, error }, at) => {
          const stacked = sizes.filter((size) => size > 1).join("-") || "none";
          const end = at < found.stacks.length - 1 ? ", " : ".";
          return (
            <span key={stacked} class="unbroken">
              {stacked}: {(100 * share).toFixed(0)}% ±{(200 * error).toFixed(0)}
              {end}
            </span>
          );
        })}
      </p>
      <ul class="optimal" tabIndex={0} aria-label={`Players in ${grouped(found.draws)} draws`}>
        {rows.slice(0, 60).map(({ player, optimal, error, yours, owned }) => {
          const one = players[player]!;
          const [from, to] = [Math.min(optimal, yours), Math.max(optimal, yours)];
          const difference = Math.round(yours - optimal);
          return (
            <li key={player}>
              <Tag position={one.position} />
              <span class="name">{one.name}</span>
              <span class="dumbbell" aria-hidden="true">
                <span class="line" />
                <span
                  class={`span ${yours < optimal ? "is-under" : ""}`}
                  style={{ left: `${from}%`, width: `${to - from}%` }}
                />
                <i class="mark-optimal" style={{ left: `${optimal}%` }} />
                <i class="mark-yours" style={{ left: `${yours}%` }} />
                {owned !== null && <i class="mark-field" style={{ left: `${owned}%` }} />}
              </span>
              <span class="value" title="± two standard errors">
                {optimal.toFixed(1)}% <small>±{(2 * error).toFixed(1)}</small>
              </span>
              <span class="value">{percent(yours)}</span>
              <b class={`value ${difference < 0 ? "is-gain" : "is-mine"}`}>{signed(difference, 0)}</b>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function ContestCard() {
  const { fee, shape, field, draws: asked, isReal = false } = terms.value;
  const { entries, standings } = slate.value!;
  const found = contest.result.value;
  const lineups = solved.value?.points.length ?? 0;
  return (
    <section class="card" aria-label="What the entries can win">
      <header>
        <div>
          <h2>What can {lineups === 1 ? "this entry" : `these ${grouped(lineups)} entries`} win?</h2>
          <p class="dim">Ranks are exact, ties share prizes, and your entries compete with each other.</p>
        </div>
      </header>
      <form class="card-form terms" onSubmit={submits(() => play(terms.value))}>
        {entries !== null && entries.contests.length > 0 && (
          <label class="term">
            Contest
            <Select
              value={contestName.value}
              options={[["", "any"], ...entries.contests.map(({ name }) => [name, name] as const)]}
              onValue={(name) => (contestName.value = name)}
            />
          </label>
        )}
        {standings?.hasLineups && (
          <label class="term">
            Opponents
            <Select
              value={isReal ? "real" : "drawn"}
              options={[
                ["drawn", "by ownership"],
                ["real", `the ${grouped(standings.entries)} of ${standings.file}`],
              ]}
              onValue={(next) => setTerms({ isReal: next === "real" })}
            />
          </label>
        )}
        {!isReal && (
          <Term
            words={standings?.hasLineups ? "Number" : "Opponents"}
            label="Opponents"
            value={field}
            min={1}
            grouped
            onValue={(value) => value && setTerms({ field: value })}
          />
        )}
        <Term
          words="Fee"
          label="Entry fee"
          value={fee}
          min={0.01}
          max={100_000}
          digits={fee % 1 === 0 ? 0 : 2}
          decimals={2}
          prefix="$"
          onValue={(value) => value && setTerms({ fee: value })}
        />
        <label class="term">
          Pays
          <Select
            value={isPasting.value ? "own" : shape}
            options={PAYS}
            onValue={(next) => {
              isPasting.value = next === "own";
              if (next !== "own" || terms.value.table !== undefined) setTerms({ shape: next });
            }}
          />
        </label>
        <Term
          words="Draws"
          label="Draws of the contest"
          value={asked}
          min={100}
          grouped
          onValue={(value) => value && setTerms({ draws: value })}
        />
        <Button
          icon="bars"
          type="submit"
          kind="primary"
          disabled={contest.isRunning.value || !hasLineups.value}
        >
          Play
        </Button>
      </form>
      {(isPasting.value || shape === "own") && <OwnPayouts />}
      <Choice lineups={lineups} />
      {contest.isRunning.value && (
        <Progress done={contest.step.value?.done} of={asked} unit="draws" stop={contest.stop} />
      )}
      <Failure text={contest.failure.value} />
      {found === null ? (
        !contest.isRunning.value && (
          <p class="hint">
            Plays your lineups against opponents drawn by their ownership of players, and shows what the
            lineups win and how exact that figure is.
          </p>
        )
      ) : (
        <Winnings found={found} />
      )}
    </section>
  );
}

const isPasting = signal(false);

/** The contest's own payouts: a file, or a table that is pasted. */
function OwnPayouts() {
  return (
    <div class="own-payouts">
      <label>
        Payouts, pasted from a table: place, payout
        <textarea
          class="text-field"
          rows={4}
          placeholder={"Place,Payout\n1,1000\n2-5,100"}
          onKeyDown={(event) => event.stopPropagation()}
          onChange={async ({ currentTarget: { value } }) => {
            const bytes = new TextEncoder().encode(value);
            if (value.trim() !== "" && (await takePayouts("pasted payouts", bytes))) isPasting.value = false;
          }}
        />
      </label>
      <label class="button small">
        <FileField aria-label="A file of payouts" onFiles={give} /> A file
      </label>
      {payoutWords.value !== null && (
        <p class="message" role="status">
          {payoutWords.value}
        </p>
      )}
    </div>
  );
}

function Term({ words, ...field }: { readonly words: string } & Parameters<typeof Num>[0]) {
  return (
    <span class="term">
      {words}
      <Num max={1_000_000} {...field} />
    </span>
  );
}

const GOALS: Readonly<Record<Goal, string>> = {
  payout: "the mean of all payments",
  best: "the mean of the best payment",
  first: "the chance of a first place",
};

const CHOICE_PASSES = 3;

function Choice({ lineups }: { readonly lineups: number }) {
  const { isRunning, failure, result, step, stop } = choosing;
  const found = solved.value?.method === "chosen" ? result.value : null;
  return (
    <form class="card-form choose" onSubmit={submits(() => choose(terms.value, goal.value))}>
      <label>
        Other entries, by{" "}
        <Select
          value={goal.value}
          options={Object.entries(GOALS) as [Goal, string][]}
          onValue={(next) => (goal.value = next)}
        />
      </label>
      <Button type="submit" disabled={isRunning.value || lineups === 0}>
        Choose {grouped(lineups)}
      </Button>
      {isRunning.value && (
        <Progress
          done={step.value?.done}
          of={step.value?.of ?? CHOICE_PASSES * terms.value.draws}
          unit="draws"
          stop={stop}
        />
      )}
      {found !== null && (
        <p class="message">
          Chosen from {grouped(found.candidates)} lineups; they are your lineups until the next edit.{" "}
          {comparison(found)}{" "}
          <Button kind="small" onClick={() => solveAgain()}>
            Back to the most points
          </Button>
        </p>
      )}
      <Failure text={failure.value} />
    </form>
  );
}

function comparison({ goal: by, worth, pointsWorth }: Chosen): string {
  const shown = (value: number) => (by === "first" ? percent(100 * value, 1) : dollars(value));
  const one = `In other draws, ${GOALS[by]}: ${shown(worth)}`;
  return pointsWorth === null ? `${one}.` : `${one}; with the most points: ${shown(pointsWorth)}.`;
}

const SOURCES: Readonly<Record<Played["source"], string>> = {
  ownership: "drawn by your ownership figures",
  estimated: "drawn by estimated ownership, because no file has it",
  lineups: "the lineups of the standings",
};

function Winnings({ found }: { readonly found: Played }) {
  const amountAt = (at: number) => found.percentiles.find((one) => one.at === at)?.amount ?? 0;
  const most = Math.max(found.cost * 1.2, amountAt(95) * 1.05);
  const place = (amount: number) => `${Math.min(100, (100 * amount) / most)}%`;
  const span = (from: number, to: number) => ({
    left: place(from),
    width: `calc(${place(to)} - ${place(from)})`,
  });
  const error = Math.hypot(found.error, found.fieldError ?? 0);
  const profit = 100 * found.profit;
  const erring = found.withProjectionError;
  const best = [...found.entries].sort((a, b) => b.mean - a.mean).slice(0, 12);
  const top = best[0]?.mean ?? 1;
  return (
    <>
      <dl class="figures wide">
        {erring !== null && (
          <Figure name="Profit, projections err as usual" class={erring.profit < 0 ? "is-cost" : "is-gain"}>
            {signed(100 * erring.profit, 0)}%{" "}
            <small>± {((100 * 2 * erring.error) / found.cost).toFixed(0)}</small>
          </Figure>
        )}
        <Figure name="Profit by the projections" class={profit < 0 ? "is-cost" : "is-gain"}>
          {signed(profit, 0)}% <small>± {((100 * 2 * error) / found.cost).toFixed(0)}</small>
        </Figure>
        <Figure name="Any profit">{percent(100 * found.gain)}</Figure>
        <Figure name="A first place">{percent(100 * found.win, 1)}</Figure>
        <Figure name="Best prize, mean">{dollars(found.best)}</Figure>
      </dl>
      <p class="message is-source">
        Opponents are {SOURCES[found.source]}. ± is two standard errors, of {grouped(found.draws)} draws
        {found.fieldError !== null && " and of not knowing the opponents"}.
      </p>
      {found.doubt !== null && <p class="message is-short">{found.doubt}</p>}
      <div
        class="fan"
        role="img"
        aria-label={`Winnings: half of the time between ${dollars(amountAt(25))} and ${dollars(amountAt(75))}, median ${dollars(amountAt(50))}; the entries cost ${dollars(found.cost)}.`}
      >
        <span class="band b90" style={span(amountAt(5), amountAt(95))} />
        <span class="band b80" style={span(amountAt(10), amountAt(90))} />
        <span class="band b50" style={span(amountAt(25), amountAt(75))} />
        <span class="line median" style={{ left: place(amountAt(50)) }} />
        <span class="line cost-mark" style={{ left: place(found.cost) }} />
      </div>
      <p class="fan-words">
        <span>median {dollars(amountAt(50))}</span>
        <span>1 in 20 above {dollars(amountAt(95))}</span>
        <span class="is-cost">cost {dollars(found.cost)}</span>
      </p>
      <div class="table-scroll" tabIndex={0} role="group" aria-label="Entries by mean">
        <table class="entries">
          <thead>
            <tr>
              {["Entry", "Mean won", "Paid", "First", "Same lineup"].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {best.map(({ lineup, mean, cash, win, duplicates }) => (
              <tr key={lineup}>
                <th scope="row">
                  #{lineup + 1} <small>{fixed(solved.value!.points[lineup]!)}</small>
                </th>
                <td>
                  <span class="money" style={{ width: `${(100 * mean) / top}%` }}>
                    {dollars(mean)}
                  </span>
                </td>
                <td>{percent(100 * cash)}</td>
                <td>{percent(100 * win, 2)}</td>
                <td>{duplicates < 0.05 ? "–" : duplicates.toFixed(1)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="dim small">
        {dollars(found.cost)} entered for {dollars(found.prizes)} over {counted(found.places, "place")};{" "}
        {counted(found.distinct, "different opponent")}.
      </p>
    </>
  );
}
