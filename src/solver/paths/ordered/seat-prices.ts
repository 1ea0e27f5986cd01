import { FlowNetwork } from "../../../shared/flow-network.ts";
import type { Instance } from "../instance.ts";
import { onGrid, type Price } from "../price.ts";
import { setWorth } from "../relaxation.ts";
import type { Terms } from "./branch.ts";

/** What no lineup that keeps some terms has more points than. */
export type SeatBound = (terms: Pick<Terms, "trackers" | "out">) => number;

/**
 * Bounds lineups by what seats and salary cost at prices of these, found once: an option gains what it is worth less the
 * price of the cheapest seat that it may take, and no lineup has more points than all seats and the budget cost and its
 * options gain. So terms are bounded by what the best members of each tracker gain, and the best of all for the other
 * seats. Null where the seats cannot be filled, or points are too large for sums of these to be exact.
 */
export function seatBound(
  instance: Instance,
  { price: wanted }: Price,
  barred: Uint8Array,
): SeatBound | null {
  const { roles, size, nobody, slots, seats, openSeats, pick, budget, mostPoints, mostSalary } = instance;
  const network = new FlowNetwork();
  const [source, sink] = [network.addNode(), network.addNode()];
  const slotNodes = seats.map((count) => {
    const node = network.addNode();
    network.addArc(node, sink, count, 0);
    return node;
  });
  const accepting = new Map<number, number>();
  for (const bits of new Set(slots)) {
    const node = network.addNode();
    for (const [slot, count] of seats.entries())
      if ((bits >> slot) & 1) network.addArc(node, slotNodes[slot]!, count, 0);
    accepting.set(bits, node);
  }
  // A way through the network passes each of its nodes once, and with each two options at the most.
  const passed = 8 * openSeats * (accepting.size + 2);
  const grid = 2 ** Math.ceil(Math.log2(passed * Math.max(1, mostPoints + wanted * mostSalary)) - 52);
  if (grid > 1) return null;
  const price = onGrid(wanted, grid);
  const worth = new Float64Array(nobody + 1);
  setWorth(instance, 1, price, worth);

  const arcs: {
    readonly option: number;
    readonly arc: number;
    readonly from: number;
    readonly to: number;
  }[] = [];
  for (let candidate = 0; candidate < size; candidate += 1) {
    const from = roles === 1 ? source : network.addNode();
    if (roles > 1) network.addArc(source, from, 1, 0);
    for (let option = candidate * roles; option < (candidate + 1) * roles; option += 1) {
      if (pick[option] === -1 || slots[option] === 0 || barred[option] === 1) continue;
      const to = accepting.get(slots[option]!)!;
      arcs.push({ option, arc: network.addArc(from, to, 1, -worth[option]!), from, to });
    }
  }
  const cost = network.sendAll(source, sink, openSeats);
  if (cost === null) return null;
  const prices = network.waysFrom(sink);
  const gains = new Float64Array(nobody).fill(Number.NEGATIVE_INFINITY);
  let base = -cost + (price === 0 ? 0 : price * budget);
  for (const { option, arc, from, to } of arcs) {
    gains[option] = worth[option]! - prices[from]! + prices[to]!;
    if (network.taking(arc) > 0) base -= gains[option]!;
  }
  const sorted = arcs.map(({ option }) => option).sort((a, b) => gains[b]! - gains[a]!);
  return (terms) => base + mostGained(terms, { gains, sorted, openSeats });
}

interface Gains {
  /** Per option; -Infinity for those that cannot be picked. */
  readonly gains: Float64Array;
  /** The others, those that gain most first. */
  readonly sorted: readonly number[];
  readonly openSeats: number;
}

/** The most that so many options gain among which trackers have as many as they ask for. */
function mostGained(
  { trackers, out }: Parameters<SeatBound>[0],
  { gains, sorted, openSeats }: Gains,
): number {
  const counted = new Uint8Array(gains.length);
  const taken = new Set<number>();
  let total = 0;
  for (const { member, least } of trackers) {
    // Of trackers with members in common the first alone is asked for.
    if (least === 0 || sorted.some((option) => member[option] === 1 && counted[option] === 1)) continue;
    let lacking = least;
    for (const option of sorted) {
      if (member[option] === 0) continue;
      counted[option] = 1;
      if (lacking === 0 || out[option] === 1) continue;
      lacking -= 1;
      total += gains[option]!;
      taken.add(option);
    }
    if (lacking > 0) return Number.NEGATIVE_INFINITY;
  }
  let left = openSeats - taken.size;
  if (left < 0) return Number.NEGATIVE_INFINITY;
  for (const option of sorted) {
    if (left === 0) break;
    if (taken.has(option) || out[option] === 1) continue;
    left -= 1;
    total += gains[option]!;
  }
  return left > 0 ? Number.NEGATIVE_INFINITY : total;
}
