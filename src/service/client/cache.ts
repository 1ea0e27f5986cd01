import { Keyv } from "keyv";
import { deepFreeze, Recent } from "../../shared/collections.ts";
import { resourceSchema } from "../../shared/schema/resource.ts";
import * as z from "../../shared/schema/zod.ts";
import { unlessLate } from "./abort.ts";
import type { CollectionDocument } from "./collection-document.ts";
import type { ParsedOptions, ServiceWarning } from "./options.ts";
import { type Redactor, redactError } from "./redactor.ts";

/** A cached document and its age. Times are milliseconds since 1970. */
export interface CacheEntry<R> {
  readonly document: CollectionDocument<R>;
  /** This machine's clock when the service last confirmed the document. */
  readonly fetchedAt: number;
  /** The service's clock when it last confirmed the document. */
  readonly checkedAt: number;
  /** The service's clock when the document was last read in full instead of updated. */
  readonly wholeAt: number;
}

/** The schema of a document in the store. `version` changes whenever the schema does. */
const storedSchema = z.looseObject({
  version: z.literal(1),
  fetchedAt: z.number(),
  checkedAt: z.number(),
  wholeAt: z.number(),
  document: z.looseObject({
    links: z.record(z.string(), z.unknown()),
    meta: z.looseObject({ totalItems: z.int() }),
    data: z.array(z.looseObject({ id: z.optional(z.string()) })),
    included: z.optional(z.array(resourceSchema)),
  }),
});

/**
 * A cache of documents, in memory and in the caller's store if there is one. Memory drops the least recently
 * used first. If the store fails, is too slow or has invalid data, the client receives a warning and does
 * without the store.
 */
export class DocumentCache {
  readonly #memory: Recent<CacheEntry<unknown>>;
  readonly #writes = new Set<Promise<unknown>>();
  readonly #reported = new WeakSet<Error>();
  readonly #store: Keyv | null;
  readonly #options: ParsedOptions;
  readonly #redactor: Redactor;

  constructor(options: ParsedOptions, redactor: Redactor) {
    this.#options = options;
    this.#memory = new Recent(options.limits.memoryDocuments);
    this.#redactor = redactor;
    this.#store =
      options.cache === undefined ? null : openStore(options.cache, (error) => this.#warn("use", error));
  }

  /** The document in memory; undefined if there is none. */
  recall<R>(key: string): CacheEntry<R> | undefined {
    return this.#memory.get(key) as CacheEntry<R> | undefined;
  }

  /** The document in the store, which another process may have written; undefined if there is none. */
  async load<R>(key: string): Promise<CacheEntry<R> | undefined> {
    const stored = await this.#ask("read", (store) => store.get<unknown>(key));
    if (stored === undefined || stored === null) return undefined;
    const result = z.safeParse(storedSchema, stored);
    if (result.success) return deepFreeze(result.data) as CacheEntry<unknown> as CacheEntry<R>;
    this.#warn(
      "read",
      new Error(`the document ${key} was not written by this client: ${result.error.issues[0]?.message}`),
    );
    return undefined;
  }

  /** Keeps a document that came from the store in memory. */
  remember(key: string, entry: CacheEntry<unknown>): void {
    this.#memory.set(key, entry);
  }

  /** Keeps a document in memory and writes it to the store in the background. */
  keep(key: string, entry: CacheEntry<unknown>): void {
    this.remember(key, entry);
    const { keepMs, refreshMs } = this.#options.limits;
    const write = this.#ask("write", (store) => store.set(key, { version: 1, ...entry }, keepMs + refreshMs));
    this.#writes.add(write);
    void write.then(() => this.#writes.delete(write));
  }

  async close(): Promise<void> {
    await Promise.all(this.#writes);
  }

  async #ask<T>(verb: string, use: (store: Keyv) => Promise<T>): Promise<T | undefined> {
    if (this.#store === null) return undefined;
    const { clock, limits } = this.#options;
    try {
      const work = use(this.#store).then((value) => ({ value }));
      const answer = await unlessLate(clock, limits.storeMs, work);
      if (answer === null) throw new Error(`no answer within ${limits.storeMs} ms`);
      return answer.value;
    } catch (error) {
      this.#warn(verb, error);
      return undefined;
    }
  }

  #warn(verb: string, error: unknown): void {
    // Keyv both emits and throws a failed write's error.
    if (error instanceof Error && this.#reported.has(error)) return;
    if (error instanceof Error) this.#reported.add(error);
    const cause = redactError(error, this.#redactor);
    const warning: ServiceWarning = {
      code: "cache",
      detail: `The cache failed to ${verb}: ${cause.message}.`,
      cause,
    };
    this.#options.onWarning(warning);
  }
}

/** Opens the caller's store with a Keyv that throws errors: by default Keyv hides failed reads. */
function openStore(cache: NonNullable<ParsedOptions["cache"]>, onError: (error: unknown) => void): Keyv {
  const options = cache instanceof Keyv ? cache.opts : { store: cache };
  const store = new Keyv({ ...options, throwOnErrors: true, emitErrors: true });
  // Without a listener, an adapter's `error` event would end the process.
  store.on("error", onError);
  return store;
}
