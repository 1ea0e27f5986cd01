import { hash } from "node:crypto";
import { Recent } from "../../shared/collections.ts";
import type { Projections } from "./projections/source.ts";

/** An answer (lineups, or the proof that there are none) and the projections it was computed from. */
export interface Answer {
  readonly games: readonly string[];
  readonly projections: Projections;
  readonly status: number;
  /** The document's JSON. */
  readonly text: string;
}

/**
 * A cache of answers. The same request over the same projections has the same lineups, so it is not solved
 * again.
 */
export class Answers {
  readonly #kept: Recent<Answer>;

  /** Whether the cache has any room. */
  readonly isKeeping: boolean;

  /** `bytes` limits the total size of the answers. */
  constructor(bytes: number) {
    this.#kept = new Recent(bytes);
    this.isKeeping = bytes > 0;
  }

  get bytes(): number {
    return this.#kept.size;
  }

  get(key: string): Answer | undefined {
    return this.#kept.get(key);
  }

  set(key: string, answer: Answer): void {
    this.#kept.set(key, answer, answer.text.length);
  }
}

/** Identifies a request: the path, the query without the key, and the exact bytes of the body. */
export function answerKey(path: string, query: string, body: Uint8Array): string {
  return `${path}${query} ${hash("sha256", body, "base64")}`;
}

/** Whether an answer computed over `before` is valid for `now` too. */
export function sameProjections(before: Projections, now: Projections): boolean {
  return (
    before.document === now.document &&
    before.fetchedAt?.getTime() === now.fetchedAt?.getTime() &&
    before.stale === now.stale
  );
}
