import { useSignalEffect } from "@preact/signals";
import { rangeWords, textOf, titleOf } from "../../report/rule-sentences.ts";
import { Button, Failure, Figure, Notes, Select } from "../parts/controls.tsx";
import { IconButton, Num } from "../parts/num.tsx";
import { Tag } from "../parts/tag.tsx";
import { NEW_SECTION, type Section } from "../state/doc.ts";
import { save } from "../state/downloads.ts";
import { building, fillAll, planning, planSections } from "../state/long.ts";
import { bySection, inWords, type SectionLineups, solveSections } from "../state/sections.ts";
import { chooseSection, editAll, pane, slate, view, whole, withSection } from "../state/studio.ts";
import { counted, dollars, fixed, gapText, grouped, percent } from "../state/words.ts";

const STRATEGIES: readonly Omit<Section, "id">[] = [
  { ...NEW_SECTION, name: "cash", entries: { contest: ["double up", "50/50", "head to head"] }, lineups: 1 },
  { ...NEW_SECTION, name: "single entry", entries: { limit: 1 }, lineups: 1 },
  { ...NEW_SECTION, name: "20-max", entries: { limit: "2..20" }, unique: 2, most: 50 },
  { ...NEW_SECTION, name: "150-max", entries: { limit: "21.." }, unique: 2, most: 40 },
  { ...NEW_SECTION, name: "all others" },
];

function addSection(start: Omit<Section, "id">): void {
  const { contests } = whole.value;
  const id = contests.reduce((most, one) => Math.max(most, one.id), 0) + 1;
  const last = contests.findIndex(({ entries }) => entries === undefined);
  const at = last === -1 || start.entries === undefined ? contests.length : last;
  const next = [...contests.slice(0, at), { ...start, id }, ...contests.slice(at)];
  // The first section needs another one for the remaining entries.
  const isAlone = contests.length === 0 && start.entries !== undefined;
  editAll(`add ${start.name}`, {
    contests: isAlone ? [...next, { ...STRATEGIES.at(-1)!, id: id + 1 }] : next,
  });
}

function removeSection({ id, name }: Section): void {
  chooseSection(null);
  editAll(`remove ${name}`, { contests: whole.value.contests.filter((one) => one.id !== id) });
}

export function Contests() {
  useSignalEffect(() => {
    if (whole.value.contests.length > 0) void solveSections();
    planSections();
  });
  const { contests } = whole.value;
  return (
    <main class="contests-view">
      <header class="contests-head">
        <div>
          <h2>A strategy for each kind of contest</h2>
          <p class="dim">
            Each entry belongs to the first strategy that applies to it. Rules of all contests hold in each.
          </p>
        </div>
        <AddStrategy />
      </header>
      <Failure icon text={planning.failure.value} />
      {contests.length === 0 ? (
        <p class="hint centre">
          Cash games want one safe lineup, a 150-max contest many different ones. Add a strategy for each,
          give it rules, and see the lineups of all side by side.
        </p>
      ) : (
        <>
          <div class="strategies">
            {contests.map((one, at) => (
              <Strategy key={one.id} section={one} at={at} />
            ))}
          </div>
          <Fill />
          <Exposures />
        </>
      )}
    </main>
  );
}

function AddStrategy() {
  const used = new Set(whole.value.contests.map(({ name }) => name));
  return (
    <div class="button-row" role="group" aria-label="Add a strategy">
      {STRATEGIES.filter(({ name }) => !used.has(name)).map((one) => (
        <Button icon="plus" key={one.name} kind="small" onClick={() => addSection(one)}>
          {one.name}
        </Button>
      ))}
    </div>
  );
}

function entriesWords({ entries }: Section): string {
  if (entries === undefined) return "all entries that are left";
  const { contest, fee, limit } = entries;
  const parts = [
    ...(contest === undefined ? [] : [`contests with ${[contest].flat().join(" or ")} in their name`]),
    ...(limit === undefined ? [] : [limitWords(limit)]),
    ...(fee === undefined ? [] : [`a fee ${rangeWords(fee, "$")}`]),
  ];
  return parts.join(", ");
}

function limitWords(limit: string | number): string {
  if (String(limit) === "1") return "single-entry contests";
  return `contests of ${rangeWords(limit).replace(/^(from|of) /, "")} entries a user`;
}

const DEALS = [
  ["entries", "one set for all"],
  ["contest", "a set for each contest"],
  ["same", "the same in each contest"],
] as const;

function Strategy({ section, at }: { readonly section: Section; readonly at: number }) {
  const { id, name, entries, deal, lineups, unique, most, leastSalary, rules } = section;
  const planned = planning.failure.value === null ? planning.result.value?.[at] : undefined;
  const answer = bySection.value.get(id);
  const set = (change: Partial<Section>, words: string) =>
    editAll(`${name}: ${words}`, { contests: withSection(id, change) });
  const own = [
    ...(unique === null ? [] : [`differ by ${unique}`]),
    ...(most === null ? [] : [`at most ${most}% of a player`]),
    ...(leastSalary === null ? [] : [`salary from ${dollars(leastSalary)}`]),
  ];
  return (
    <section class="card strategy" aria-label={name}>
      <header>
        <input
          class="strategy-name"
          aria-label={`Name of the strategy ${name}`}
          value={name}
          onKeyDown={(event) => event.stopPropagation()}
          onChange={({ currentTarget }) => set({ name: currentTarget.value.trim() || name }, "name")}
        />
        <IconButton icon="cross" label={`Remove ${name}`} onClick={() => removeSection(section)} />
      </header>
      <p class="dim">{entriesWords(section)}</p>
      <div class="setting">
        <label class="setting-label" for={`contest-${id}`}>
          Contest names with
        </label>
        <input
          id={`contest-${id}`}
          class="text-field"
          placeholder="any"
          value={[entries?.contest ?? []].flat().join(", ")}
          onKeyDown={(event) => event.stopPropagation()}
          onChange={({ currentTarget }) => {
            const names = currentTarget.value
              .split(",")
              .map((one) => one.trim())
              .filter((one) => one !== "");
            const { contest: _, ...others } = entries ?? {};
            const next = { ...others, ...(names.length > 0 && { contest: names }) };
            set({ entries: Object.keys(next).length > 0 ? next : undefined }, "contests");
          }}
        />
      </div>
      <div class="setting">
        <span class="setting-label">Lineups</span>
        <Num
          label={`Lineups of ${name}`}
          value={lineups}
          min={1}
          max={10_000}
          placeholder="all entries"
          class="wide"
          onValue={(next) =>
            set({ lineups: next }, next === null ? "a lineup for each entry" : `${next} lineups`)
          }
        />
      </div>
      <div class="setting">
        <label class="setting-label" for={`deal-${id}`}>
          Enter
        </label>
        <Select
          id={`deal-${id}`}
          value={deal ?? "entries"}
          options={DEALS}
          onValue={(next) => set({ deal: next }, "how lineups are entered")}
        />
      </div>
      <ul class="strategy-rules">
        {own.map((text) => (
          <li key={text}>{text}</li>
        ))}
        {rules
          .filter(({ on }) => on)
          .map((item) => (
            <li key={item.id} title={textOf(item)}>
              {titleOf(item)}
            </li>
          ))}
        {own.length + rules.length === 0 && <li class="dim">no rules of its own</li>}
      </ul>
      <Button
        icon="sliders"
        kind="small"
        onClick={() => {
          chooseSection(id);
          [view.value, pane.value] = ["build", "rules"];
        }}
      >
        Edit its rules
      </Button>
      {planned !== undefined && (
        <p class={planned.entries === 0 ? "is-edge" : "dim"} title={planned.contests.join("\n")}>
          {planned.entries === 0
            ? "No entry of the file belongs here."
            : `${counted(planned.entries, "entry", "entries")} in ${counted(planned.contests.length, "contest")}`}
        </p>
      )}
      <Result answer={answer} id={id} />
    </section>
  );
}

function Result({ answer, id }: { readonly answer: SectionLineups | undefined; readonly id: number }) {
  if (answer === undefined) return <p class="dim">Solving…</p>;
  const { found, failure } = answer;
  if (found === null || found.points.length === 0)
    return (
      <p class="message is-error">{failure === null ? "No lineup keeps its rules." : inWords(failure, id)}</p>
    );
  const count = found.points.length;
  const salary = found.salaries.reduce((all, one) => all + one, 0) / count;
  return (
    <>
      <dl class="figures wide">
        <Figure name="Lineups">{grouped(count)}</Figure>
        <Figure name="Mean">{fixed(found.sum / count)}</Figure>
        <Figure name="Best">{fixed(Math.max(...found.points))}</Figure>
        <Figure name="Salary">{dollars(salary)}</Figure>
      </dl>
      <p class="dim small">
        {found.method === "exact"
          ? "the best there are"
          : found.method === "chosen"
            ? "chosen by what they win"
            : found.gap === null || found.method === "sequential"
              ? "one by one"
              : `${gapText(found.gap)} from the bound`}
      </p>
      {found.shortfall !== null && <p class="message is-short">{found.shortfall}</p>}
    </>
  );
}

function Fill() {
  const { entries } = slate.value!;
  const { result, failure, isRunning, step } = building;
  if (entries === null || entries.kind !== "entries")
    return (
      <p class="hint">Drop DKEntries.csv or FanDuel’s entries file to fill its entries with these lineups.</p>
    );
  const built = result.value;
  const hasLineups = entries.filled.some((id) => !whole.value.skipped.has(id));
  return (
    <div class="fill-line">
      <Button
        icon="download"
        kind="primary"
        disabled={isRunning.value || planning.failure.value !== null || hasLineups}
        onClick={async () => {
          await fillAll();
          if (building.result.value !== null) save(building.result.value.download);
        }}
      >
        {isRunning.value
          ? `Building ${step.value === null ? "" : `${step.value.done! + 1} of ${step.value.of}`}…`
          : `Fill ${counted(entries.count - whole.value.skipped.size, "entry", "entries")}`}
      </Button>
      {isRunning.value && <Button onClick={building.stop}>Stop</Button>}
      {hasLineups && <span class="dim">The entries have lineups already: use Late swap to change them.</span>}
      {built !== null && <span role="status">Filled {counted(built.filled, "entry", "entries")}.</span>}
      {built && <Notes texts={built.notes} />}
      <Failure text={failure.value} />
    </div>
  );
}

const MOST_ROWS = 40;

function Exposures() {
  const { players } = slate.value!;
  const columns = whole.value.contests.map(({ id, name }) => {
    const found = bySection.value.get(id)?.found ?? null;
    const counts = new Map<number, number>();
    for (const player of found?.entries ?? []) counts.set(player, (counts.get(player) ?? 0) + 1);
    return { id, name, counts, total: Math.max(1, found?.points.length ?? 1) };
  });
  const shareOf = (player: number, { counts, total }: (typeof columns)[number]) =>
    (100 * (counts.get(player) ?? 0)) / total;
  const rows = [...new Set(columns.flatMap(({ counts }) => [...counts.keys()]))]
    .map((player) => ({ player, shares: columns.map((column) => shareOf(player, column)) }))
    .sort((a, b) => Math.max(...b.shares) - Math.max(...a.shares) || sum(b.shares) - sum(a.shares));
  if (rows.length === 0) return null;
  return (
    <section class="card" aria-label="Exposures by strategy">
      <h2>Exposures side by side</h2>
      <div class="table-scroll" tabIndex={0} role="group" aria-label="Exposures by strategy">
        <table class="side-by-side">
          <thead>
            <tr>
              {[{ id: null, name: "Player" }, ...columns].map(({ id, name }) => (
                <th key={id} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MOST_ROWS).map(({ player, shares }) => (
              <tr key={player}>
                <th scope="row">
                  <span>
                    <Tag position={players[player]!.position} /> {players[player]!.name}
                  </span>
                </th>
                {shares.map((share, at) => (
                  <td key={columns[at]!.id}>
                    <span class="cell-bar">
                      <span class="track" aria-hidden="true">
                        <span class="fill" style={{ width: `${share}%` }} />
                      </span>
                      <b>{share === 0 ? "" : percent(share)}</b>
                    </span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > MOST_ROWS && (
        <p class="dim small">{counted(rows.length - MOST_ROWS, "player")} with less are not shown.</p>
      )}
    </section>
  );
}

const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
