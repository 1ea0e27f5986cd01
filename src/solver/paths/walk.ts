import type { Instance } from "./instance.ts";
import type { Layers } from "./layers.ts";
import type { SalaryTable } from "./salary-table.ts";

/** Nodes beyond twice those that can still be asked for are dropped once there are this many of them more. */
const SPARE_NODES = 512;

/**
 * Walks to the best lineups in order. A node stands for a way through the first layers together with its best
 * completion, which the salary table knows; following that completion, every other way to go on becomes a node of
 * its own. So each lineup is exactly one node's best, and taking the best node first yields them best first, with
 * no dead ends. The arrays are kept from one walk to the next.
 */
export class Walk {
  /** The last lineup found, its first `lineupLength` elements: picks as `layer * roles + role`. */
  lineup = new Int32Array(8);
  lineupLength = 0;

  #instance!: Instance;
  #layers!: Layers;
  #table!: SalaryTable;
  #cutoff = 0;
  /** How many more lineups can be asked for. */
  #room = 0;
  #seats = 1;

  /** Per node: the points of its lineup; where it goes on; what it has by then. */
  #total = new Float64Array(0);
  #points = new Float64Array(0);
  #at = new Int32Array(0);
  #left = new Int32Array(0);
  #layer = new Int32Array(0);
  #length = new Int32Array(0);
  #picks = new Int32Array(0);
  #nodes = 0;
  #free = new Int32Array(0);
  #freed = 0;

  /** A binary heap of nodes, most points first, older nodes first where these are equal. */
  #heap = new Int32Array(0);
  #age = new Float64Array(0);
  #born = 0;
  #size = 0;

  /** Begins a walk to the lineups of at least `threshold` points; no more than `room` can be asked for. */
  begin(instance: Instance, layers: Layers, table: SalaryTable, threshold: number, room: number): void {
    this.#instance = instance;
    this.#layers = layers;
    this.#table = table;
    this.#cutoff = threshold;
    this.#room = room;
    this.#seats = Math.max(
      1,
      instance.seats.reduce((sum, seats) => sum + seats, 0),
    );
    if (this.lineup.length < this.#seats) this.lineup = new Int32Array(this.#seats);
    this.#nodes = 0;
    this.#freed = 0;
    this.#size = 0;
    this.#born = 0;
    this.#reserve(64);
    this.lineupLength = 0;
    const { low, high, base, points, budget } = table;
    const start = layers.start;
    if (budget < low[start]! || budget > high[start]!) return;
    const best = points[base[start]! + budget]!;
    if (best >= threshold) this.#push(best, 0, 0, start, budget, -1);
  }

  /** Finds the next lineup, puts it into `lineup` and returns its points; -Infinity when there is none left. */
  next(): number {
    if (this.#size === 0) return Number.NEGATIVE_INFINITY;
    const node = this.#pop();
    const total = this.#total[node]!;
    const from = node * this.#seats;
    this.lineupLength = this.#length[node]!;
    for (let index = 0; index < this.lineupLength; index += 1)
      this.lineup[index] = this.#picks[from + index]!;
    this.#free[this.#freed] = node;
    this.#freed += 1;
    this.#complete(this.#layer[node]!, this.#at[node]!, this.#left[node]!, this.#points[node]!);
    this.#room -= 1;
    if (this.#size > 2 * this.#room + SPARE_NODES) this.#dropUnreachable();
    return total;
  }

  /** Follows the best completion and makes nodes of the turns not taken. */
  #complete(fromLayer: number, fromState: number, fromLeft: number, fromPoints: number): void {
    const { roles, offset, candidate, moves, length } = this.#layers;
    const { low, high, base, points: table, cost } = this.#table;
    const { points: gains, required } = this.#instance;
    const cutoff = this.#cutoff;
    const seats = this.#seats;
    let at = fromState;
    let left = fromLeft;
    let points = fromPoints;
    for (let layer = fromLayer; layer < length && this.lineupLength < seats; layer += 1) {
      const { skip, take } = moves[layer]!;
      const there = offset[layer + 1]!;
      const state = at - offset[layer]!;
      const who = candidate[layer]!;
      let best = Number.NEGATIVE_INFINITY;
      let bestRole = -1;
      let skipped = -1;
      if (required[who] === 0 && skip[state]! !== -1) {
        const target = there + skip[state]!;
        if (left >= low[target]! && left <= high[target]!) {
          best = points + table[base[target]! + left]!;
          skipped = target;
        }
      }
      for (let role = 0; role < roles; role += 1) {
        const move = take[state * roles + role]!;
        if (move === -1) continue;
        const pick = layer * roles + role;
        const target = there + move;
        const rest = left - cost[pick]!;
        if (rest < low[target]! || rest > high[target]!) continue;
        const value = points + gains[who * roles + role]! + table[base[target]! + rest]!;
        if (value <= best) {
          if (value >= cutoff)
            this.#push(value, points + gains[who * roles + role]!, layer + 1, target, rest, pick);
          continue;
        }
        if (best >= cutoff) this.#pushTurn(best, points, layer, bestRole, skipped, there, state, left);
        best = value;
        bestRole = role;
      }
      if (bestRole === -1) {
        at = skipped;
      } else {
        at = there + take[state * roles + bestRole]!;
        left -= cost[layer * roles + bestRole]!;
        points += gains[who * roles + bestRole]!;
        this.lineup[this.lineupLength] = layer * roles + bestRole;
        this.lineupLength += 1;
      }
    }
  }

  /** Makes a node of the turn that was best until a better one was found: leaving the layer out, or an earlier role. */
  #pushTurn(
    total: number,
    points: number,
    layer: number,
    role: number,
    skipped: number,
    there: number,
    state: number,
    left: number,
  ): void {
    const { roles, candidate, moves } = this.#layers;
    if (role === -1) {
      this.#push(total, points, layer + 1, skipped, left, -1);
      return;
    }
    const pick = layer * roles + role;
    const gained = this.#instance.points[candidate[layer]! * roles + role]!;
    this.#push(
      total,
      points + gained,
      layer + 1,
      there + moves[layer]!.take[state * roles + role]!,
      left - this.#table.cost[pick]!,
      pick,
    );
  }

  #push(total: number, points: number, layer: number, at: number, left: number, pick: number): void {
    let node: number;
    if (this.#freed > 0) {
      this.#freed -= 1;
      node = this.#free[this.#freed]!;
    } else {
      node = this.#nodes;
      this.#nodes += 1;
      if (this.#nodes > this.#total.length) this.#reserve(2 * this.#nodes);
    }
    this.#total[node] = total;
    this.#points[node] = points;
    this.#at[node] = at;
    this.#left[node] = left;
    this.#layer[node] = layer;
    this.#age[node] = this.#born;
    this.#born += 1;
    const to = node * this.#seats;
    let length = this.lineupLength;
    for (let index = 0; index < length; index += 1) this.#picks[to + index] = this.lineup[index]!;
    if (pick !== -1) {
      this.#picks[to + length] = pick;
      length += 1;
    }
    this.#length[node] = length;
    this.#size += 1;
    this.#rise(this.#size - 1, node);
  }

  #pop(): number {
    const top = this.#heap[0]!;
    this.#size -= 1;
    if (this.#size > 0) this.#sink(0, this.#heap[this.#size]!);
    return top;
  }

  #before(a: number, b: number): boolean {
    const difference = this.#total[a]! - this.#total[b]!;
    return difference > 0 || (difference === 0 && this.#age[a]! < this.#age[b]!);
  }

  #rise(from: number, node: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const other = this.#heap[parent]!;
      if (!this.#before(node, other)) break;
      this.#heap[at] = other;
      at = parent;
    }
    this.#heap[at] = node;
  }

  #sink(from: number, node: number): void {
    let at = from;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#size) break;
      if (child + 1 < this.#size && this.#before(this.#heap[child + 1]!, this.#heap[child]!)) child += 1;
      if (!this.#before(this.#heap[child]!, node)) break;
      this.#heap[at] = this.#heap[child]!;
      at = child;
    }
    this.#heap[at] = node;
  }

  /**
   * Every node is a lineup of its own, so only as many as can be asked for are ever reached: the best, and the oldest
   * of those tied with the last. Points are whole, so whatever comes later has to have one more.
   */
  #dropUnreachable(): void {
    const nodes = this.#heap.slice(0, this.#size);
    nodes.sort((a, b) => (this.#before(a, b) ? -1 : 1));
    for (let index = this.#room; index < nodes.length; index += 1) {
      this.#free[this.#freed] = nodes[index]!;
      this.#freed += 1;
    }
    this.#size = Math.min(this.#room, nodes.length);
    this.#heap.set(nodes.subarray(0, this.#size));
    this.#cutoff = this.#size === 0 ? Number.POSITIVE_INFINITY : this.#total[nodes[this.#size - 1]!]! + 1;
  }

  #reserve(nodes: number): void {
    if (nodes > this.#total.length) {
      this.#total = grown(this.#total, nodes);
      this.#points = grown(this.#points, nodes);
      this.#age = grown(this.#age, nodes);
      this.#at = grown(this.#at, nodes);
      this.#left = grown(this.#left, nodes);
      this.#layer = grown(this.#layer, nodes);
      this.#length = grown(this.#length, nodes);
      this.#free = grown(this.#free, nodes);
      this.#heap = grown(this.#heap, nodes);
    }
    if (this.#total.length * this.#seats > this.#picks.length)
      this.#picks = grown(this.#picks, this.#total.length * this.#seats);
  }
}

function grown<Kept extends Float64Array | Int32Array>(array: Kept, length: number): Kept {
  const larger = new (array.constructor as new (length: number) => Kept)(length);
  larger.set(array);
  return larger;
}
