/**
 * The priority queue of a best-first search (`AStar`). A node is a partial path, with an upper bound on the
 * points of the lineups that continue it.
 */
export class Nodes {
  size = 0;
  births = 0;
  /**
   * Per node: the `bound` on its lineups' points; the `points` of its own picks; its `state` in the trellis;
   * the salary `left`; and the number of its picks, `length`.
   */
  bound = new Float64Array();
  points = new Float64Array();
  state = new Int32Array();
  left = new Int32Array();
  length = new Int32Array();
  /** The options picked by each node: `width` elements per node, the first `length` of which are used. */
  options = new Int32Array();
  width = 1;

  /** A binary heap of nodes: the highest bound first and, among equal bounds, the node added last. */
  #heap = new Int32Array();
  #born = new Float64Array();
  #made = 0;
  #free = new Int32Array();
  #freed = 0;

  clear(width: number): void {
    this.width = width;
    this.size = 0;
    this.births = 0;
    this.#made = 0;
    this.#freed = 0;
    this.#reserve(64);
  }

  get highest(): number {
    return this.size === 0 ? Number.NEGATIVE_INFINITY : this.bound[this.#heap[0]!]!;
  }

  /**
   * Adds a node with the first `length` options of `chosen`, and returns its index. The caller must set its
   * `points`, `state` and `left`.
   */
  add(bound: number, chosen: Int32Array, length: number): number {
    let node = this.#made;
    if (this.#freed > 0) {
      this.#freed -= 1;
      node = this.#free[this.#freed]!;
    } else {
      this.#made += 1;
      if (this.#made > this.bound.length) this.#reserve(2 * this.#made);
    }
    this.bound[node] = bound;
    this.#born[node] = this.births;
    this.births += 1;
    this.length[node] = length;
    const from = node * this.width;
    for (let index = 0; index < length; index += 1) this.options[from + index] = chosen[index]!;
    this.size += 1;
    this.#rise(this.size - 1, node);
    return node;
  }

  /** Removes the node with the highest bound and returns its index, which is valid until a node is added. */
  pop(): number {
    const top = this.#heap[0]!;
    this.size -= 1;
    this.#sink(0, this.#heap[this.size]!);
    this.#free[this.#freed] = top;
    this.#freed += 1;
    return top;
  }

  #precedes(a: number, b: number): boolean {
    const difference = this.bound[a]! - this.bound[b]!;
    return difference > 0 || (difference === 0 && this.#born[a]! > this.#born[b]!);
  }

  #rise(from: number, node: number): void {
    const heap = this.#heap;
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const other = heap[parent]!;
      if (!this.#precedes(node, other)) break;
      heap[at] = other;
      at = parent;
    }
    heap[at] = node;
  }

  #sink(from: number, node: number): void {
    const heap = this.#heap;
    let at = from;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.size) break;
      if (child + 1 < this.size && this.#precedes(heap[child + 1]!, heap[child]!)) child += 1;
      if (!this.#precedes(heap[child]!, node)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = node;
  }

  #reserve(nodes: number): void {
    if (nodes > this.bound.length) {
      this.bound = grown(this.bound, nodes);
      this.points = grown(this.points, nodes);
      this.#born = grown(this.#born, nodes);
      this.state = grown(this.state, nodes);
      this.left = grown(this.left, nodes);
      this.length = grown(this.length, nodes);
      this.#free = grown(this.#free, nodes);
      this.#heap = grown(this.#heap, nodes);
    }
    const options = this.bound.length * this.width;
    if (options > this.options.length) this.options = grown(this.options, options);
  }
}

function grown<Kept extends Float64Array | Int32Array>(array: Kept, length: number): Kept {
  const larger = new (array.constructor as new (length: number) => Kept)(length);
  larger.set(array);
  return larger;
}
