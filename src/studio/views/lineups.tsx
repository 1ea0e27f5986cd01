import { computed, signal, useSignal } from "@preact/signals";
import type { Report } from "dfs-lineups/report";
import { useEffect } from "preact/hooks";
import { Figure, Notes, Select } from "../parts/controls.tsx";
import { Histogram } from "../parts/histogram.tsx";
import { Icon } from "../parts/icons.tsx";
import { later } from "../parts/later.tsx";
import { IconButton } from "../parts/num.tsx";
import { Rows } from "../parts/rows.tsx";
import { hueClass, Tag } from "../parts/tag.tsx";
import { counts, shareOf } from "../state/exposure.ts";
import { deleteLineup, isKept, rosterOf, toggleKept } from "../state/lineup-edits.ts";
import { contest, ownOf, reporting } from "../state/long.ts";
import { toggleBan } from "../state/player-edits.ts";
import { inWords, shownEdit } from "../state/sections.ts";
import { failure, hasLineups, infeasible, status } from "../state/solving.ts";
import { captainSeat, mostOf, pointsIn, section, slate, solved, whole } from "../state/studio.ts";
import {
  dollars,
  fixed,
  grouped,
  lastName,
  opponentOf,
  percent,
  salaryWords,
  signed,
} from "../state/words.ts";

const Infeasible = later(() => import("./infeasible.tsx").then(({ Infeasible }) => Infeasible));
const Remedies = later(() => import("./infeasible.tsx").then(({ Remedies }) => Remedies));

const SeatChoices = later(() => import("./seat-choices.tsx").then(({ SeatChoices }) => SeatChoices));

const tab = signal("Lineups");
/** The open lineup, as a place in `order`. */
export const openLineup = signal(0);

type SortKey = "points" | "salary" | "ownership" | "duplicates" | "prize";
const sort = signal<SortKey>("points");

/** By key, a lineup's value and how the list shows it; duplicates and prizes need a played contest. */
const SORTED: Readonly<Record<SortKey, (lineup: number) => readonly [value: number, words: string]>> = {
  points: (lineup) => [solved.value!.points[lineup]!, salaryWords(solved.value!.salaries[lineup]!)],
  salary: (lineup) => [-solved.value!.salaries[lineup]!, salaryWords(solved.value!.salaries[lineup]!)],
  ownership: (lineup) => {
    const sum = rosterOf(lineup).reduce((all, player) => all + (ownOf(player) ?? 0), 0);
    return [-sum, `${percent(sum)} owned`];
  },
  duplicates: (lineup) => {
    const { duplicates } = playedOf.value!.get(lineup)!;
    return [-duplicates, `${fixed(duplicates, 1)} alike`];
  },
  prize: (lineup) => [playedOf.value!.get(lineup)!.mean, `wins $${fixed(playedOf.value!.get(lineup)!.mean)}`],
};

/** By lineup, what the played contest says of it; null without one. */
const playedOf = computed(() => {
  const entries = contest.result.value?.entries ?? [];
  const isOfThese = entries.length > 0 && entries.length === solved.value?.points.length;
  return isOfThese ? new Map(entries.map((one) => [one.lineup, one])) : null;
});
const sortKeys = computed(() =>
  (Object.keys(SORTED) as SortKey[]).filter((key) => playedOf.value !== null || !/^(dup|prize)/.test(key)),
);
const sortKey = computed(() => (sortKeys.value.includes(sort.value) ? sort.value : "points"));

const order = computed(() => {
  const all = [...(solved.value?.points.keys() ?? [])];
  if (sortKey.value === "points") return all;
  const keyed = all.map((lineup) => [lineup, SORTED[sortKey.value](lineup)[0]] as const);
  return keyed.sort(([, a], [, b]) => b - a).map(([lineup]) => lineup);
});
const openOne = computed(() => order.value[openLineup.value] ?? order.value.at(-1) ?? 0);

/** What keys do to the open lineup. */
export const ofOpen = (change: (lineup: number) => void) => () => {
  if (hasLineups.value && whole.value.contests.length === 0) change(openOne.value);
};

export function moveLineup(by: number): void {
  const count = solved.value?.points.length ?? 0;
  openLineup.value = Math.min(Math.max(0, count - 1), Math.max(0, openLineup.value + by));
}

export function Lineups() {
  const failed = infeasible.value ?? failure.value;
  if (failed !== null) return <Infeasible failed={failed} />;
  const found = solved.value;
  if (found === null || found.points.length === 0)
    return (
      <section class="lineups" aria-label="Lineups">
        <p class="waiting">Solving…</p>
      </section>
    );
  const lineups = found.points.length;
  const salary = found.salaries.reduce((sum, one) => sum + one, 0) / lineups;
  const used = counts.value.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0);
  const sizes: Readonly<Record<string, number>> = { Lineups: lineups, Players: used };
  return (
    <section class="lineups" aria-label="Lineups">
      <dl class="figures">
        <Figure name="Mean">{fixed(found.sum / lineups)}</Figure>
        <Figure name="Best">{fixed(Math.max(...found.points))}</Figure>
        <Figure name="Last">{fixed(found.points[lineups - 1]!)}</Figure>
        {salary > 0 && <Figure name="Salary">{dollars(salary)}</Figure>}
      </dl>
      <Histogram
        values={found.points}
        marked={found.points[openOne.value] ?? null}
        label={`Points of ${grouped(lineups)} lineups, from ${fixed(found.points[lineups - 1]!)} to ${fixed(found.points[0]!)}`}
      />
      {found.shortfall !== null && status.value.kind !== "solving" && (
        <div class="message is-short">
          {inWords(found.shortfall, section.value?.id ?? null)}
          {found.contradicts.length > 0 && (
            <Remedies failed={{ code: "short", conflicts: found.contradicts }} />
          )}
        </div>
      )}
      <Notes texts={found.warnings.map((text) => inWords(text, section.value?.id ?? null))} />
      {found.endedBy === "no-solver" && (
        <p class="message is-short">Solved one by one: the solver for whole sets could not be loaded.</p>
      )}
      <div class="tabs" role="tablist" aria-label="Lists">
        {Object.keys(LISTS).map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={tab.value === name}
            aria-controls="lineup-list"
            onClick={() => (tab.value = name)}
          >
            {name} {sizes[name] !== undefined && <small>{grouped(sizes[name])}</small>}
          </button>
        ))}
      </div>
      <div id="lineup-list" class="tab-panel" role="tabpanel" aria-labelledby={`tab-${tab.value}`}>
        {LISTS[tab.value]!()}
      </div>
    </section>
  );
}

const LISTS: Readonly<Record<string, () => preact.ComponentChildren>> = {
  Lineups: () => <LineupList />,
  Players: () => <ExposureList />,
  Stacks: () => <WithReport list={Stacks} />,
  Pairs: () => <WithReport list={Pairs} />,
};

function LineupList() {
  const found = solved.value!;
  const at = Math.min(openLineup.value, found.points.length - 1);
  return (
    <>
      <Roster key={order.value[at]} lineup={order.value[at]!} place={at} />
      <label class="list-head">
        Sort by
        <Select
          value={sortKey.value}
          options={sortKeys.value.map((key) => [key, key])}
          onValue={(key) => ([sort.value, openLineup.value] = [key, 0])}
        />
      </label>
      <Rows
        count={found.points.length}
        height={34}
        cursor={at}
        class="lineup-rows"
        attributes={{ tabIndex: 0, role: "group", "aria-label": "All lineups" }}
        row={(place) => <LineupRow place={place} isOpen={place === at} />}
      />
    </>
  );
}

/** A lineup in the list. Players who are not in the lineup above, or not its captain, come first, in colour. */
function LineupRow({ place, isOpen }: { readonly place: number; readonly isOpen: boolean }) {
  const found = solved.value!;
  const { players, seats } = slate.value!;
  const lineup = order.value[place]!;
  const own = rosterOf(lineup);
  const before = place === 0 ? own : rosterOf(order.value[place - 1]!);
  const captain = own[captainSeat.value];
  const isSame = (player: number) =>
    before.includes(player) && (player !== captain || before[captainSeat.value] === captain);
  const fresh = own.filter((player) => !isSame(player));
  const same = own.filter(isSame);
  const nameOf = (player: number) =>
    `${player === captain ? `${seats[captainSeat.value]} ` : ""}${lastName(players[player]!.name)}`;
  return (
    <button
      type="button"
      tabIndex={isOpen ? 0 : -1}
      class={`lineup-row ${isOpen ? "is-open" : ""}`}
      aria-pressed={isOpen}
      onClick={() => (openLineup.value = place)}
    >
      <span class="rank">
        {isKept(lineup) && <Icon name="lock" size={12} />}
        {lineup + 1}
      </span>
      <b>{fixed(found.points[lineup]!)}</b>
      <span class="names">
        {fresh.map((player, at) => (
          <b key={at} class={`fresh ${hueClass(players[player]!.position)}`}>
            {`${nameOf(player)} `}
          </b>
        ))}
        <span>{same.map(nameOf).join(" ")}</span>
      </span>
      <span class="dim">{SORTED[sortKey.value](lineup)[1]}</span>
    </button>
  );
}

function Roster({ lineup, place }: { readonly lineup: number; readonly place: number }) {
  const found = solved.value!;
  const changed = useSignal<number | null>(null);
  const isStaying = isKept(lineup);
  // Strategies of several contests build their lineups again when entries are filled.
  const isOpen = whole.value.contests.length === 0;
  return (
    <div class="roster">
      <p class="roster-head">
        <span>
          <IconButton
            icon="left"
            label="Previous lineup"
            disabled={place === 0}
            onClick={() => moveLineup(-1)}
          />
          Lineup {lineup + 1}
          <IconButton
            icon="right"
            label="Next lineup"
            disabled={place === found.points.length - 1}
            onClick={() => moveLineup(1)}
          />
        </span>
        {isOpen && (
          <span>
            <IconButton
              icon={isStaying ? "lock" : "unlock"}
              label={`Keep lineup ${lineup + 1}`}
              aria-pressed={isStaying}
              class={isStaying ? "is-lock" : ""}
              onClick={() => toggleKept(lineup)}
            />
            <IconButton
              icon="cross"
              label={`Delete lineup ${lineup + 1}`}
              onClick={() => deleteLineup(lineup)}
            />
          </span>
        )}
        <b>{fixed(found.points[lineup]!)}</b>
        <span>{salaryWords(found.salaries[lineup]!)}</span>
      </p>
      <ul>
        {rosterOf(lineup).map((player, seat) => (
          <Seat
            key={seat}
            player={player}
            seat={seat}
            isChanged={changed.value === seat}
            onChange={isOpen ? () => (changed.value = changed.value === seat ? null : seat) : null}
          />
        ))}
      </ul>
      {changed.value !== null && (
        <SeatChoices lineup={lineup} seat={changed.value} onClose={() => (changed.value = null)} />
      )}
    </div>
  );
}

interface SeatProps {
  readonly player: number;
  readonly seat: number;
  readonly isChanged: boolean;
  /** Null for lineups that are not changed by hand. */
  readonly onChange: (() => void) | null;
}

function Seat({ player, seat, isChanged, onChange }: SeatProps) {
  const { players, seats } = slate.value!;
  const one = players[player]!;
  return (
    <li>
      <span class="slot">{seats[seat]}</span>
      <i class={`dot ${hueClass(one.position)}`} aria-hidden="true" />
      {onChange === null ? (
        <span class="name">{one.name}</span>
      ) : (
        <button
          type="button"
          class="name"
          aria-expanded={isChanged}
          aria-label={`${one.name}: exchange`}
          onClick={onChange}
        >
          {one.name}
        </button>
      )}
      <span class="dim game">
        {one.team} <span class="opponent">{opponentOf(one)}</span>
      </span>
      <span class="dim salary">{salaryWords(one.salary)}</span>
      <b>{fixed(pointsIn(player, seat) ?? 0)}</b>
      <IconButton
        icon="cross"
        label={`Exclude ${one.name} from all lineups`}
        onClick={() => toggleBan([player])}
      />
    </li>
  );
}

function ExposureList() {
  const { players } = slate.value!;
  const total = solved.value!.points.length;
  const used = [...counts.value.keys()].filter((player) => counts.value[player]! > 0);
  used.sort((a, b) => counts.value[b]! - counts.value[a]!);
  const hasPrices = [...shareOf.value.values()].some(({ price }) => price != null && price > 0);
  return (
    <>
      <p class="list-head">
        <span>Share of the lineups</span>
        {hasPrices && <span>one more would add</span>}
      </p>
      <ul class="bars" tabIndex={0} aria-label="Exposures">
        {used.map((player) => {
          const share = (100 * counts.value[player]!) / total;
          const limit = shareOf.value.get(player);
          const price = limit?.price ?? 0;
          return (
            <li key={player}>
              <Tag position={players[player]!.position} />
              <span class="name">{players[player]!.name}</span>
              <Bar share={share} isAtLimit={limit?.boundBy != null} most={mostOf(player)} />
              <b>{percent(share)}</b>
              {hasPrices && <small class="worth">{price > 0 ? signed(price) : ""}</small>}
            </li>
          );
        })}
      </ul>
    </>
  );
}

function Bar({
  share,
  isAtLimit = false,
  most = 100,
}: {
  readonly share: number;
  readonly isAtLimit?: boolean;
  readonly most?: number;
}) {
  return (
    <span class={`track ${isAtLimit ? "at-limit" : ""}`} aria-hidden="true">
      <span class="fill" style={{ width: `${share}%` }} />
      {most < 100 && <span class="tick" style={{ left: `${most}%` }} />}
    </span>
  );
}

function WithReport({ list: List }: { readonly list: (props: { report: Report }) => preact.JSX.Element }) {
  const found = solved.value!;
  useEffect(() => {
    const { entries, points, salaries } = found;
    void reporting.run({ edit: shownEdit(), lineups: { entries, points, salaries } });
    return reporting.clear;
  }, [found]);
  const report = reporting.result.value;
  return report === null ? <p class="waiting">Counting…</p> : <List report={report} />;
}

function Stacks({ report: { stacks, shapes, lineups } }: { readonly report: Report }) {
  return (
    <div class="scrolls" tabIndex={0} role="group" aria-label="Stacks">
      <p class="list-head">
        <span>Players by team</span>
        <span>lineups</span>
      </p>
      <ul class="bars">
        {shapes.slice(0, 8).map(({ shape, lineups: count, share }) => (
          <li key={shape}>
            <span class="name shape">{shape}</span>
            <Bar share={share} />
            <b>{count}</b>
          </li>
        ))}
      </ul>
      <p class="list-head">
        <span>
          Teams, by lineups with <i class="sized s1" /> 1 <i class="sized s2" /> 2 <i class="sized s3" /> 3{" "}
          <i class="sized s4" /> 4+
        </span>
        <span>stacked</span>
      </p>
      <ul class="bars">
        {stacks.map(({ team, bySize, stacked }) => (
          <li key={team}>
            <b class="team">{team}</b>
            <span
              class="stacked"
              role="img"
              aria-label={bySize.map((count, at) => `${count} with ${at + 1}`).join(", ")}
            >
              {bySize.map((count, at) => (
                <i
                  key={at}
                  class={`s${Math.min(4, at + 1)}`}
                  style={{ width: `${(100 * count) / lineups}%` }}
                />
              ))}
            </span>
            <b>{stacked}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Pairs({ report: { pairs, uniqueness } }: { readonly report: Report }) {
  return (
    <div class="scrolls" tabIndex={0} role="group" aria-label="Pairs">
      {uniqueness.least !== null && (
        <p class="list-head">
          <span>
            Any two lineups differ by at least {uniqueness.least}, {uniqueness.mean!.toFixed(1)} on average
          </span>
        </p>
      )}
      <ul class="bars">
        {pairs.map(({ names, share }) => (
          <li key={names.join()}>
            <span class="name pair">
              {lastName(names[0])} + {lastName(names[1])}
            </span>
            <Bar share={share} />
            <b>{percent(share)}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}
