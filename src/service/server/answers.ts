import { hash } from "node:crypto";
import { Recent } from "../../shared/collections.ts";
import type { Projections } from "./projections/source.ts";

/** An answer, lineups or the proof that there are none, and the projections it was computed from. */
export interface Answer {
  readonly games: readonly string[];
  readonly projections: Projections;
  readonly status: number;
  /** The document's JSON. */
  readonly text: string;
}

/**
 * Answers to requests that came before. The same request over the same projections has the same lineups, so it need not
 * be solved again.
 */
export class Answers {
  readonly #kept: Recent<Answer>;

  /** Whether it keeps anything at all. */
  readonly isKeeping: boolean;

  /** Keeps at most that many bytes of answers. */
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

/** What tells requests apart: the path, the query without the key, and the body to the byte. */
export function answerKey(path: string, query: string, body: Uint8Array): string {
  return `${path}${query} ${hash("sha256", body, "base64")}`;
}

/** Whether an answer over `before` is one over `now` too. */
export function sameProjections(before: Projections, now: Projections): boolean {
  return (
    before.document === now.document &&
    before.fetchedAt?.getTime() === now.fetchedAt?.getTime() &&
    before.stale === now.stale
  );
}
