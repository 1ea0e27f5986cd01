/** What the items that are chosen may use up, or must reach. */
export interface PackedRow {
  /** So many of them may count in it, or must where it is a `least`; no more than are chosen. */
  readonly left: number;
  readonly isLeast: boolean;
  /** What is lost for each item that it falls short of that, or goes beyond. */
  readonly price: number;
}

/** What may be chosen. */
interface PackedItem {
  /** The loss from choosing it. */
  readonly loss: number;
  /** The rows in which it counts, each once. */
  readonly rows: readonly number[];
}

export interface PackingTask {
  readonly rows: readonly PackedRow[];
  /** Rows of which an item counts in about as many as any other does. */
  readonly groups: readonly (readonly number[])[];
  readonly items: readonly PackedItem[];
  /** Number of items to choose. */
  readonly count: number;
  /** Maximum total loss. */
  readonly budget: number;
  /** Whether two items exclude each other; null if no two do. */
  readonly clash: ((one: number, other: number) => boolean) | null;
}

/** Maximum number of choices before the search ends. */
const MOST_CHOICES = 200;
/** So many items are tried in one place, and any number of them in the last two. */
const MOST_TRIED = 5;
/** With more than so many missing only one. */
const MANY = 6;
/** What a whole budget weighs, and the square of what an item lacks of a group's mean. */
const BUDGET_WEIGHT = 4;
const GROUP_WEIGHT = 3;
/** A row's part of the items that are missing is held between this and its rest. */
const LEAST_PART = 0.05;

/**
 * Chooses items such that no row is used up by more than may count in it, each `least` is reached, and little is lost;
 * null where that is not found soon, which proves nothing. Depth first, from the row that the fewest items can bring to
 * what it must have, and first whoever counts where much is left.
 */
export function packed(task: PackingTask): readonly number[] | null {
  return new Packing(task).search();
}

interface Choice {
  readonly item: number;
  /** What is lost for good by choosing it now. */
  readonly loss: number;
  weight: number;
}

class Packing {
  readonly #task: PackingTask;
  readonly #left: Int32Array;
  /** Per item and row 1 where it counts, and per item and group in how many of its rows. */
  readonly #counts: Uint8Array;
  readonly #sizes: Uint8Array;
  readonly #chosen: number[] = [];
  #choices = 0;

  constructor(task: PackingTask) {
    const { rows, groups, items } = task;
    this.#task = task;
    this.#left = Int32Array.from(rows, ({ left }) => left);
    this.#counts = new Uint8Array(rows.length * items.length);
    this.#sizes = new Uint8Array(groups.length * items.length);
    const groupsOf = rows.map((_, row) => [...groups.keys()].filter((group) => groups[group]!.includes(row)));
    for (const [item, { rows: own }] of items.entries())
      for (const row of own) {
        this.#counts[item * rows.length + row] = 1;
        for (const group of groupsOf[row]!) this.#sizes[item * groups.length + group]! += 1;
      }
  }

  search(): readonly number[] | null {
    const { items, count, budget } = this.#task;
    return this.#choose(count, [...items.keys()], budget) ? this.#chosen : null;
  }

  /** Whether so many more can be chosen from some items without losing more than the budget. */
  #choose(missing: number, among: readonly number[], budget: number): boolean {
    if (missing === 0) return true;
    this.#choices += 1;
    const open = this.#open(missing, among, budget);
    const { clash } = this.#task;
    const tried = missing <= 2 ? open.length : missing <= MANY ? MOST_TRIED : 1;
    const out = new Set<number>();
    for (const { item, loss } of this.#inOrder(missing, open, budget).slice(0, tried)) {
      out.add(item);
      this.#take(item, 1);
      const rest: number[] = [];
      for (const { item: other } of open) if (!(out.has(other) || clash?.(item, other))) rest.push(other);
      if (this.#choose(missing - 1, rest, budget - loss)) return true;
      this.#take(item, -1);
      if (this.#choices >= MOST_CHOICES) break;
    }
    return false;
  }

  /** The items that may be chosen next. */
  #open(missing: number, among: readonly number[], budget: number): Choice[] {
    const { rows, items } = this.#task;
    const [barred, asked, paying, sparing]: number[][] = [[], [], [], []];
    for (const [row, { isLeast, price }] of rows.entries()) {
      const left = this.#left[row]!;
      if (isLeast && left > missing) return [];
      if (left <= 0) (isLeast && price <= budget ? paying! : barred!).push(row);
      else if (left >= missing) (isLeast || price > budget ? asked! : sparing!).push(row);
    }
    let open: Choice[] = [];
    for (const item of among) {
      const at = item * rows.length;
      if (barred!.some((row) => this.#counts[at + row] === 1)) continue;
      if (asked!.some((row) => this.#counts[at + row] === 0)) continue;
      let { loss } = items[item]!;
      for (const row of paying!) if (this.#counts[at + row] === 1) loss += rows[row]!.price;
      for (const row of sparing!) if (this.#counts[at + row] === 0) loss += rows[row]!.price;
      if (loss <= budget) open.push({ item, loss, weight: 0 });
    }
    for (const group of this.#task.groups.keys()) open = this.#withoutSmall(group, missing, open, budget);
    return open;
  }

  /** Those after which a group's rows are not bound to lose too much, even with as large items as there are. */
  #withoutSmall(group: number, missing: number, open: Choice[], budget: number): Choice[] {
    const { rows, groups, items } = this.#task;
    const prices: number[] = [];
    for (const row of groups[group]!) {
      const { isLeast, price } = rows[row]!;
      const left = Math.min(missing, this.#left[row]!);
      for (let one = 0; one < left; one += 1) prices.push(isLeast ? Number.POSITIVE_INFINITY : price);
    }
    const largest = open.reduce((most, { item }) => Math.max(most, this.#sizeOf(item, group)), 0);
    const due = prices.length - largest * (missing - 1);
    const wide = weightsOf(prices.length / missing);
    for (const choice of open) choice.weight -= wide(this.#sizeOf(choice.item, group));
    if (due <= 0) return open;
    prices.sort((a, b) => a - b);
    return open.filter(({ item }) => {
      const lacking = due - this.#sizeOf(item, group);
      let lost = items[item]!.loss;
      for (let one = 0; one < lacking; one += 1) lost += prices[one]!;
      return lost <= budget;
    });
  }

  #sizeOf(item: number, group: number): number {
    return this.#sizes[item * this.#task.groups.length + group]!;
  }

  /** Those that count in the row which the fewest can bring to what it must have, the weightiest first. */
  #inOrder(missing: number, open: readonly Choice[], budget: number): Choice[] {
    const { rows, items } = this.#task;
    const row = this.#scarcest(open, budget);
    if (row === null) return [];
    const weights = Float64Array.from(this.#left, (left, at) =>
      left <= 0 && rows[at]!.isLeast ? 0 : oddsOf(left / missing),
    );
    const choices =
      row === -1 ? [...open] : open.filter(({ item }) => this.#counts[item * rows.length + row] === 1);
    for (const choice of choices) {
      if (budget > 0) choice.weight -= (BUDGET_WEIGHT * choice.loss) / budget;
      for (const own of items[choice.item]!.rows) choice.weight += weights[own]!;
    }
    return choices.sort((a, b) => b.weight - a.weight || a.item - b.item);
  }

  /** The row that must have more which the fewest items count in; -1 where there is none, null where nobody does. */
  #scarcest(open: readonly Choice[], budget: number): number | null {
    const { rows, items } = this.#task;
    const counts = new Int32Array(rows.length);
    for (const { item } of open) for (const row of items[item]!.rows) counts[row]! += 1;
    let scarcest = -1;
    for (const [row, { isLeast, price }] of rows.entries()) {
      const left = this.#left[row]!;
      if (left <= 0 || !(isLeast || left * price > budget)) continue;
      if (counts[row] === 0) return null;
      if (scarcest === -1 || counts[row]! < counts[scarcest]!) scarcest = row;
    }
    return scarcest;
  }

  #take(item: number, sign: 1 | -1): void {
    if (sign === 1) this.#chosen.push(item);
    else this.#chosen.pop();
    for (const row of this.#task.items[item]!.rows) this.#left[row]! -= sign;
  }
}

/** What is in a part of the lineups that are missing, as a weight: high where nearly all of them have to have it. */
export function oddsOf(part: number): number {
  const held = Math.min(1 - LEAST_PART, Math.max(LEAST_PART, part));
  return Math.log(held / (1 - held));
}

/** What an item is the less worth for how much it lacks of a group's mean. */
function weightsOf(mean: number): (size: number) => number {
  return (size) => GROUP_WEIGHT * Math.max(0, mean - size) ** 2;
}
