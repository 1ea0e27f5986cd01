import { Keyv } from "keyv";
import { deepFreeze, Recent } from "../../shared/collections.ts";
import { resourceSchema } from "../../shared/schema/resource.ts";
import * as z from "../../shared/schema/zod.ts";
import { unlessLate } from "./abort.ts";
import type { ParsedOptions } from "./options.ts";
import { type Redactor, redactError } from "./redactor.ts";

export interface CacheEntry<Document> {
  readonly document: Document;
  /** This machine's clock when the service last confirmed the document, in milliseconds since 1970. */
  readonly fetchedAt: number;
}

const resource = z.looseObject({ id: z.optional(z.string()) });

/** The schema of a document in the store. `version` changes whenever the schema does. */
const storedSchema = z.looseObject({
  version: z.literal(2),
  fetchedAt: z.number(),
  document: z.looseObject({
    links: z.record(z.string(), z.unknown()),
    data: z.union([z.array(resource), resource]),
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
  readonly #store: Keyv | null;
  readonly #options: ParsedOptions;
  readonly #redactor: Redactor;
  #reported: unknown;

  constructor(options: ParsedOptions, redactor: Redactor) {
    this.#options = options;
    this.#memory = new Recent(options.limits.memoryDocuments);
    this.#redactor = redactor;
    this.#store =
      options.cache === undefined ? null : openStore(options.cache, (error) => this.#warn("use", error));
  }

  recall<Document>(key: string): CacheEntry<Document> | undefined {
    return this.#memory.get(key) as CacheEntry<Document> | undefined;
  }

  async load<Document>(key: string): Promise<CacheEntry<Document> | undefined> {
    const stored = await this.#ask("read", (store) => store.get<unknown>(key));
    if (stored === undefined || stored === null) return undefined;
    const { data, error } = z.safeParse(storedSchema, stored);
    if (data !== undefined) return deepFreeze(data) as CacheEntry<unknown> as CacheEntry<Document>;
    const reason = `the document ${key} was not written by this client: ${error?.issues[0]?.message}`;
    this.#warn("read", new Error(reason));
    return undefined;
  }

  remember(key: string, entry: CacheEntry<unknown>): void {
    this.#memory.set(key, entry);
  }

  keep(key: string, entry: CacheEntry<unknown>): void {
    this.remember(key, entry);
    const { keepMs, refreshMs } = this.#options.limits;
    const write = this.#ask("write", (store) => store.set(key, { version: 2, ...entry }, keepMs + refreshMs));
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
    if (error === this.#reported) return;
    this.#reported = error;
    const cause = redactError(error, this.#redactor);
    const detail = `The cache failed to ${verb}: ${cause.message}.`;
    this.#options.onWarning({ code: "cache", detail, cause });
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
