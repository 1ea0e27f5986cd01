/** A minimum-cost flow network with integer flows and limited arc capacities. */
export class FlowNetwork {
  /** Per arc: target, remaining capacity, cost of a unit, and the previous arc of the same node. */
  readonly #to: number[] = [];
  readonly #room: number[] = [];
  readonly #cost: number[] = [];
  readonly #before: number[] = [];
  /** Per node, its last arc, or -1. */
  readonly #last: number[] = [];

  addNode(): number {
    return this.#last.push(-1) - 1;
  }

  /**
   * `room` is its capacity; the cost is per unit, and may be negative if no cycle is. Returns the arc's
   * index.
   */
  addArc(from: number, to: number, room: number, cost: number): number {
    const arc = this.#push(from, to, room, cost);
    this.#push(to, from, 0, -cost);
    return arc;
  }

  taking(arc: number): number {
    return this.#room[arc ^ 1]!;
  }

  /** Sends units one by one while the next one costs less than 0; returns the total cost. */
  send(from: number, to: number): number {
    let total = 0;
    for (;;) {
      const cost = this.#sendOne(from, to, 0);
      if (cost === null) return total;
      total += cost;
    }
  }

  /** Sends this many units at the least cost and returns it; null if the capacity is too small. */
  sendAll(from: number, to: number, units: number): number | null {
    let total = 0;
    for (let sent = 0; sent < units; sent += 1) {
      const cost = this.#sendOne(from, to, Number.POSITIVE_INFINITY);
      if (cost === null) return null;
      total += cost;
    }
    return total;
  }

  /** The cost of the cheapest path to each node in the residual network; Infinity if there is none. */
  waysFrom(node: number): Float64Array {
    const least = new Float64Array(this.#last.length);
    this.#findWays(node, least, new Int32Array(this.#last.length));
    return least;
  }

  /**
   * Sends one unit along the cheapest path and returns its cost; none, and null, unless that is less than
   * `below`.
   */
  #sendOne(from: number, to: number, below: number): number | null {
    const by = new Int32Array(this.#last.length);
    const least = new Float64Array(this.#last.length);
    this.#findWays(from, least, by);
    if (!(least[to]! < below)) return null;
    for (let node = to; node !== from; node = this.#to[by[node]! ^ 1]!) {
      this.#room[by[node]!]! -= 1;
      this.#room[by[node]! ^ 1]! += 1;
    }
    return least[to]!;
  }

  /** `by` gets each path's last arc. */
  #findWays(from: number, least: Float64Array, by: Int32Array): void {
    const [to, room, cost, before] = [this.#to, this.#room, this.#cost, this.#before];
    least.fill(Number.POSITIVE_INFINITY);
    least[from] = 0;
    const isOpen = new Uint8Array(least.length);
    let open = [from];
    while (open.length > 0) {
      const next: number[] = [];
      for (const node of open) {
        isOpen[node] = 0;
        for (let arc = this.#last[node]!; arc !== -1; arc = before[arc]!) {
          const way = least[node]! + cost[arc]!;
          const end = to[arc]!;
          if (room[arc] === 0 || way >= least[end]!) continue;
          least[end] = way;
          by[end] = arc;
          if (isOpen[end] === 0) next.push(end);
          isOpen[end] = 1;
        }
      }
      open = next;
    }
  }

  #push(from: number, to: number, room: number, cost: number): number {
    const arc = this.#to.push(to) - 1;
    this.#room.push(room);
    this.#cost.push(cost);
    this.#before.push(this.#last[from]!);
    this.#last[from] = arc;
    return arc;
  }
}
