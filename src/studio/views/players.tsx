import { computed, signal } from "@preact/signals";
import type { Player } from "../engine/session.ts";
import { Button, Segments, Select } from "../parts/controls.tsx";
import { ExposureBar } from "../parts/exposure-bar.tsx";
import { Icon } from "../parts/icons.tsx";
import { later } from "../parts/later.tsx";
import { IconButton, Num } from "../parts/num.tsx";
import { Rows } from "../parts/rows.tsx";
import { Tag } from "../parts/tag.tsx";
import { withMember } from "../state/doc.ts";
import { captainCounts, changes, counts, estimate, shareOf } from "../state/exposure.ts";
import { estimates, givenOf, ownOf } from "../state/long.ts";
import * as actions from "../state/player-edits.ts";
import { infeasible } from "../state/solving.ts";
import { byPlayer } from "../state/steady.ts";
import {
  captainSeat,
  doc,
  isBanned,
  limitOf,
  locked,
  mostOf,
  ownOwnership,
  ownPoints,
  pointsIn,
  slate,
  solved,
  whole,
} from "../state/studio.ts";
import { isPhone } from "../state/width.ts";
import { counted, fixed, limitWords, opponentOf, percent, salaryWords, signed } from "../state/words.ts";

type SortKey = keyof typeof VALUES;
/** Columns of contests with a captain, with the words behind the slot's name. */
const OF_CAPTAIN = { captain: "", captainOwn: " own", captainIn: " in" };
interface Filter {
  readonly position: string | null;
  readonly game: string | null;
  readonly text: string;
  readonly inLineups: boolean;
}

const NONE: Filter = { position: null, game: null, text: "", inLineups: false };
const filter = signal<Filter>(NONE);
const BY_POINTS: { readonly key: SortKey; readonly isDown: boolean } = { key: "points", isDown: true };
const sort = signal(BY_POINTS);
export const cursor = signal(0);
export const typing = signal<number | null>(null);

export const picked = signal<ReadonlySet<number>>(new Set());
export const sheet = signal<number | null>(null);

const PlayerSheet = later(() => import("./player-sheet.tsx").then(({ PlayerSheet }) => PlayerSheet));
const FileNotes = later(() => import("./file-notes.tsx").then(({ FileNotes }) => FileNotes));
const AskedPoints = later(() => import("./file-notes.tsx").then(({ AskedPoints }) => AskedPoints));
const Picked = later(() => import("./picked.tsx").then(({ Picked }) => Picked));

export function pick(player: number): void {
  picked.value = withMember(picked.value, player, !picked.value.has(player));
}

function pickTo(index: number): void {
  const [from, to] = [Math.min(cursor.value, index), Math.max(cursor.value, index)];
  picked.value = new Set([...picked.value, ...shown.value.slice(from, to + 1)]);
}

export function resetPlayers(): void {
  [filter.value, sort.value, cursor.value] = [NONE, BY_POINTS, 0];
  [typing.value, sheet.value, picked.value] = [null, null, new Set()];
}

const pointsOf = (player: number) => ownPoints.value.get(player) ?? slate.value!.players[player]!.points;
const VALUES = {
  points: (player: number) => pointsOf(player) ?? -1,
  salary: (player: number) => slate.value!.players[player]!.salary,
  value: (player: number) => perSalary(player) ?? -1,
  name: (player: number) => slate.value!.players[player]!.name,
  own: (player: number) => ownOf(player) ?? -1,
  exposure: (player: number) => counts.value[player]!,
  captain: (player: number) => pointsIn(player, captainSeat.value) ?? -1,
  captainOwn: (player: number) => slate.value!.players[player]!.captain?.ownership ?? -1,
  captainIn: (player: number) => captainCounts.value[player]!,
};

/** A player's value is the points per this many dollars of salary, which is small if the cap is. */
const unit = () => ((slate.value!.cap ?? 0) < 1000 ? 1 : 1000);

function perSalary(player: number): number | null {
  const points = pointsOf(player);
  const { salary } = slate.value!.players[player]!;
  return points === null || salary === 0 ? null : (unit() * points) / salary;
}

const playsAt = (player: Player, position: string | null) =>
  position === null || player.position.split("/").includes(position);

export const shown = computed(() => {
  const facts = slate.value;
  if (facts === null) return [];
  const { position, game, text, inLineups } = filter.value;
  const words = text.toLowerCase().trim();
  const found = facts.players.flatMap((player, at) => {
    const isIn =
      playsAt(player, position) &&
      (game === null || player.game === game) &&
      (words === "" || `${player.name} ${player.team}`.toLowerCase().includes(words)) &&
      (!inLineups || counts.value[at]! > 0 || locked(at) !== false);
    return isIn ? [at] : [];
  });
  const { key, isDown } = sort.value;
  const value = VALUES[key];
  const keyed = found.map((player) => [player, value(player)] as const);
  keyed.sort(([, a], [, b]) => (a < b ? -1 : a > b ? 1 : 0) * (isDown ? -1 : 1));
  return keyed.map(([player]) => player);
});

export const current = computed(() => shown.value[Math.min(cursor.value, shown.value.length - 1)] ?? null);

const setFilter = (change: Partial<Filter>) => {
  filter.value = { ...filter.value, ...change };
  cursor.value = 0;
};

export function Players() {
  return (
    <section class="players" aria-label="Players">
      <Filters />
      {slate.value!.asked && <AskedPoints {...slate.value!.asked} />}
      {hasNotes.value && <FileNotes />}
      <Grid />
      {picked.value.size > 0 ? <Picked /> : <Foot />}
      {sheet.value !== null && <PlayerSheet key={sheet.value} player={sheet.value} />}
    </section>
  );
}

/** Buttons of more positions show no number of players, to leave room for the other filters. */
const MOST_COUNTED = 5;

function Filters() {
  const facts = slate.value!;
  const games = [...new Set(facts.players.map(({ game }) => game))].sort();
  return (
    <div class="filters">
      <Segments
        label="Position"
        options={[null, ...facts.positions].map((position) => [
          position,
          <>
            {position ?? "All"}{" "}
            {facts.positions.length <= MOST_COUNTED && (
              <small>{facts.players.filter((player) => playsAt(player, position)).length}</small>
            )}
          </>,
        ])}
        chosen={filter.value.position}
        onChoice={(position) => setFilter({ position })}
      />
      <label class="search">
        <Icon name="search" />
        <input
          id="search"
          type="search"
          placeholder="Search"
          aria-label="Search name or team"
          value={filter.value.text}
          onInput={(event) => setFilter({ text: event.currentTarget.value })}
          onKeyDown={(event) => {
            event.stopPropagation();
            if (event.key === "Escape") setFilter({ text: "" });
            if (event.key === "Enter" || event.key === "Escape" || event.key === "ArrowDown") focusPlayers();
          }}
        />
        <kbd>/</kbd>
      </label>
      <Select
        aria-label="Game"
        value={filter.value.game ?? ""}
        options={[["", "All games"], ...games.map((game) => [game, game] as const)]}
        onValue={(game) => setFilter({ game: game || null })}
      />
      <Button
        kind="toggle"
        aria-pressed={filter.value.inLineups}
        onClick={() => setFilter({ inLineups: !filter.value.inLineups })}
      >
        In lineups
      </Button>
    </div>
  );
}

const ROWS = { id: "player-rows", role: "rowgroup", tabIndex: 0, "aria-label": "Players, by row" } as const;

function Grid() {
  const height = isPhone.value ? 58 : 33;
  const list = shown.value;
  const at = cursor.value;
  const stale = infeasible.value !== null;
  const captain = slate.value!.seats[captainSeat.value];
  return (
    <div
      class={`grid ${stale ? "is-stale" : ""} ${captain === undefined ? "" : "has-captain"}`}
      role="grid"
      aria-label="Players"
      aria-rowcount={list.length + 1}
      aria-colcount={captain === undefined ? 9 : 12}
    >
      <div class="player-row head" role="row" aria-rowindex={1}>
        <span role="columnheader" class="c-act">
          <span class="visually-hidden">Lock, exclude</span>
        </span>
        <Head name="name" label="Player" />
        <span role="columnheader" class="c-game">
          Game
        </span>
        <Head name="salary" label="Salary" />
        <Head name="points" label="Points" />
        <Head name="value" label={unit() === 1 ? "Per $1" : "Per $1k"} />
        <Head name="own" label="Own" />
        <Head name="exposure" label="In lineups" />
        {captain !== undefined &&
          Object.entries(OF_CAPTAIN).map(([name, word]) => (
            <Head key={name} name={name as SortKey} label={captain + word} />
          ))}
      </div>
      {list.length === 0 ? (
        <div class="empty" role="row">
          <div role="gridcell">
            <p>No player matches.</p>
            <Button onClick={() => setFilter(NONE)}>Clear filters</Button>
          </div>
        </div>
      ) : (
        <Rows
          count={list.length}
          height={height}
          cursor={at}
          attributes={ROWS}
          row={(index) => <PlayerRow player={list[index]!} index={index} isCurrent={index === at} />}
        />
      )}
    </div>
  );
}

const hasNotes = computed(() => {
  const { notes, unmatched, projections } = slate.value!;
  const usual = projections === null ? 0 : 1;
  return unmatched.length > 0 || whole.value.aliases.size > 0 || notes.length > usual;
});

export function focusPlayers(): void {
  document.getElementById("player-rows")?.focus();
}

function Head({ name, label }: { readonly name: SortKey; readonly label: string }) {
  const { key, isDown } = sort.value;
  const isSorted = key === name;
  return (
    <span
      role="columnheader"
      class={`c-${name}`}
      aria-sort={isSorted ? (isDown ? "descending" : "ascending") : "none"}
    >
      <button
        type="button"
        class="head-button"
        onClick={() => (sort.value = { key: name, isDown: isSorted ? !isDown : name !== "name" })}
      >
        {label}
        {isSorted && <span aria-hidden="true">{isDown ? " ↓" : " ↑"}</span>}
      </button>
    </span>
  );
}

/** What a row shows of a player, apart from the lineups. */
const stateOf = byPlayer((player) => ({
  one: slate.value!.players[player]!,
  lock: locked(player),
  isOut: isBanned(player),
  isPicked: picked.value.has(player),
  arePicked: picked.value.size > 0,
  isTyped: typing.value === player,
  points: pointsOf(player),
  isOwnPoints: ownPoints.value.has(player),
  value: perSalary(player),
  ownership: ownOf(player),
  isEstimated: givenOf(player) === null,
  isOwnOwnership: ownOwnership.value.has(player),
}));

const ESTIMATED = "Estimated, because no file has ownership: how many of the field's lineups have the player";

interface RowProps {
  readonly player: number;
  readonly index: number;
  readonly isCurrent: boolean;
}

function PlayerRow({ player, index, isCurrent }: RowProps) {
  const { one, lock, isOut, isPicked, arePicked, value, ownership, ...own } = stateOf(player);
  const { isEstimated, isOwnOwnership } = own;
  const owned = ownership === null ? "–" : percent(ownership, ownership < 10 ? 1 : 0);
  const isLocked = lock !== false;
  const state = `${isLocked ? "is-locked" : isOut ? "is-banned" : ""} ${isPicked ? "is-picked" : ""}`;
  return (
    // The keys of the rows are those of the whole page, see state/keys.ts.
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click only moves the cursor, which arrows do too
    <div
      class={`player-row ${state} ${isCurrent ? "is-current" : ""}`}
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 2}
      aria-selected={arePicked ? isPicked : isCurrent}
      onClick={(event) => {
        if (event.shiftKey) pickTo(index);
        else if (event.ctrlKey || event.metaKey) pick(player);
        cursor.value = index;
      }}
    >
      <span role="gridcell" class="c-act">
        <IconButton
          icon={isLocked ? "lock" : "unlock"}
          label={isLocked ? `Unlock ${one.name}` : `Lock ${one.name}`}
          class={isLocked ? "is-lock" : ""}
          tabIndex={isCurrent ? 0 : -1}
          onClick={() => actions.toggleLock([player], typeof lock === "string" ? lock : null)}
        />
        <IconButton
          icon="cross"
          label={isOut ? `Bring back ${one.name}` : `Exclude ${one.name}`}
          class={isOut ? "is-ban" : ""}
          tabIndex={isCurrent ? 0 : -1}
          onClick={() => actions.toggleBan([player])}
        />
      </span>
      <span role="gridcell" class="c-name">
        <Tag position={one.position} />
        <button
          type="button"
          class="name"
          tabIndex={-1}
          aria-label={`${one.name}: details`}
          onClick={(event) => {
            if (event.shiftKey || event.ctrlKey || event.metaKey) return;
            sheet.value = player;
          }}
        >
          {one.name}
        </button>
        {typeof lock === "string" && <span class="mark-slot">{lock}</span>}
        {one.status && <span class="mark-status">{one.status}</span>}
      </span>
      {cell("game", <b>{one.team}</b>, " ", opponentOf(one))}
      {cell("salary", salaryWords(one.salary))}
      {cell(
        "points",
        <Num
          label={`Points of ${one.name}`}
          class={`points ${own.isOwnPoints ? "is-mine" : ""}`}
          value={own.points}
          digits={2}
          min={-100}
          max={10_000}
          placeholder="–"
          focused={own.isTyped}
          tabbed={isCurrent}
          onValue={(next) => actions.setPoints(player, next)}
          onEnter={() => {
            cursor.value = Math.min(shown.value.length - 1, cursor.value + 1);
            typing.value = current.value;
          }}
          onEscape={focusPlayers}
          onLeave={() => {
            if (typing.value === player) typing.value = null;
          }}
        />,
      )}
      {cell("value", value === null ? "–" : fixed(value))}
      {cell(
        "own",
        isCurrent ? (
          <Num
            label={`Ownership of ${one.name} in percent`}
            class={`points ${isOwnOwnership ? "is-mine" : ""}`}
            value={isEstimated ? null : ownership}
            digits={1}
            max={100}
            placeholder={isEstimated && ownership !== null ? `~${owned}` : "–"}
            onValue={(next) => actions.setOwnership(player, next)}
          />
        ) : isEstimated && ownership !== null ? (
          <span class="dim" title={ESTIMATED}>
            ~{owned}
          </span>
        ) : (
          <span class={isOwnOwnership ? "is-mine" : ""}>{owned}</span>
        ),
      )}
      <Exposure player={player} name={one.name} />
      {captainSeat.value >= 0 && <Captain player={player} />}
    </div>
  );
}

const captainOf = byPlayer((player) => ({
  points: pointsIn(player, captainSeat.value),
  ownership: slate.value!.players[player]!.captain?.ownership ?? null,
  share: (100 * captainCounts.value[player]!) / Math.max(1, solved.value?.points.length ?? 1),
}));

function Captain({ player }: { readonly player: number }) {
  const { points, ownership, share } = captainOf(player);
  return (
    <>
      {cell("captain", points === null ? "–" : fixed(points))}
      {cell("captainOwn", ownership === null ? "–" : percent(ownership, ownership < 10 ? 1 : 0))}
      {cell("captainIn", percent(share))}
    </>
  );
}

const cell = (name: string, ...children: preact.ComponentChildren[]) => (
  <span role="gridcell" class={`c-${name}`}>
    {children}
  </span>
);

const exposureOf = byPlayer((player) => ({
  value: (100 * counts.value[player]!) / Math.max(1, solved.value?.points.length ?? 1),
  change: Math.round(changes.value[player] ?? 0),
  limit: limitOf(player),
  most: mostOf(player),
  isAtLimit: shareOf.value.get(player)?.boundBy != null,
}));

function Exposure({ player, name }: { readonly player: number; readonly name: string }) {
  const { change, ...shown } = exposureOf(player);
  const { value, limit } = shown;
  return (
    <span role="gridcell" class="c-exposure">
      <ExposureBar
        {...shown}
        name={name}
        estimate={(to) => estimate(player, to)}
        onLimit={(next) => actions.setLimit([player], next)}
      />
      <b class="share" title={limitWords(limit) ?? ""}>
        {value === 0 && limit === null ? "" : percent(value)}
      </b>
      <small class={`change ${change < 0 ? "is-cost" : "is-gain"}`}>
        {change === 0 ? "" : signed(change, 0)}
      </small>
    </span>
  );
}

const HINTS = [
  ["↑ ↓", "move"],
  ["L", "lock"],
  ["X", "exclude"],
  ["E", "points"],
  ["[ ]", "exposure"],
  ["?", "all keys"],
] as const;

/** The element for `HINTS`. It is made once, so that edits do not render it again. */
const KEY_HINTS = (
  <span class="keys" aria-hidden="true">
    {HINTS.map(([keys, what]) => (
      <span key={what}>
        {keys.split(" ").map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}{" "}
        {what}
      </span>
    ))}
  </span>
);

function Foot() {
  const { locks, slotLocks, bans, points, ownership, limits } = doc.value;
  const facts = [
    [locks.size + slotLocks.size, "locked", "go"],
    [bans.size, "excluded", "stop"],
    [points.size, "own points", "mine"],
    [ownership.size, "own ownership", "mine"],
    [limits.size, limits.size === 1 ? "own limit" : "own limits", "edge"],
  ] as const;
  return (
    <footer class="foot">
      <span>
        {shown.value.length === slate.value!.players.length
          ? counted(shown.value.length, "player")
          : `${shown.value.length} of ${counted(slate.value!.players.length, "player")}`}
      </span>
      {facts.map(
        ([count, word, kind]) =>
          count > 0 && (
            <span key={word}>
              <i class={`dot is-${kind}`} aria-hidden="true" /> {count} {word}
            </span>
          ),
      )}
      {estimates.value.size > 0 && <span title={ESTIMATED}>~ ownership estimated</span>}
      <span class="bar-space" />
      {KEY_HINTS}
    </footer>
  );
}
