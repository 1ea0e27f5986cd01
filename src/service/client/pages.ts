import type { Page } from "./page.ts";
import type { Parameters } from "./parameters.ts";
import { ServiceError } from "./service-error.ts";

/** Fetches the page with these parameters. */
export type PageSource<R> = (parameters: Parameters) => Promise<Page<R>>;

/** The most of a list that is read. */
export interface ListBounds {
  readonly pages: number;
  readonly entries: number;
}

/** Counts the distinct entries on the pages of one pass and compares them with the announced total. */
export class Tally<R> {
  readonly #identify: (resource: R) => string;
  readonly #seen = new Set<string>();
  readonly #totals = new Set<number>();

  constructor(identify: (resource: R) => string) {
    this.#identify = identify;
  }

  /** Counts a page; false if it contained nothing new in this pass. */
  add(page: Page<R>): boolean {
    const before = this.#seen.size;
    for (const resource of page.data) this.#seen.add(this.#identify(resource));
    if (page.meta?.totalItems !== undefined) this.#totals.add(page.meta.totalItems);
    return this.#seen.size > before;
  }

  /** The distinct entries so far. */
  get size(): number {
    return this.#seen.size;
  }

  /** Whether fewer entries came than were announced; null if no page announced a total. */
  get short(): boolean | null {
    return this.#totals.size === 0 ? null : this.#seen.size < Math.max(...this.#totals);
  }

  /** Whether all pages announced the same total and exactly that many distinct entries came. */
  get complete(): boolean {
    const [total, ...others] = this.#totals;
    return total === undefined || (others.length === 0 && total === this.#seen.size);
  }

  toString(): string {
    return `${this.#seen.size} distinct entries, announced ${[...this.#totals].join(" and then ")}`;
  }
}

/**
 * Yields the pages of one pass, from the first, as long as there is a `links.next` or `meta.totalItems`
 * announces more entries. Ends early at a page without new entries; the tally then shows what is missing.
 * @throws ServiceError if `links.next` leads back, to another address or to another path, or the list exceeds
 * its bounds.
 */
export async function* readPages<R>(
  source: PageSource<R>,
  first: Parameters,
  path: string,
  baseUrl: URL,
  tally: Tally<R>,
  bounds: ListBounds,
): AsyncGenerator<Page<R>, void, undefined> {
  const visited = new Set<string>();
  let parameters: Parameters | null = first;
  for (let number = 1; parameters !== null; number += 1) {
    visited.add(JSON.stringify(parameters));
    const page: Page<R> = await source(parameters);
    const brought = tally.add(page);
    if (tally.size > bounds.entries) throw tooLong(path, "entries", bounds.entries);
    yield page;
    const { short } = tally;
    if (!brought || short === false) return;
    const next: Parameters | null = nextOf(page.links?.["next"], path, baseUrl);
    parameters = next ?? (short ? pageNumber(first, number + 1) : null);
    if (parameters !== null && visited.has(JSON.stringify(parameters))) {
      throw new ServiceError(
        "upstream-inconsistent",
        `GET ${path}: links.next of page ${number} leads back to a page already read.`,
      );
    }
    if (parameters !== null && number >= bounds.pages) throw tooLong(path, "pages", bounds.pages);
  }
}

function tooLong(path: string, bound: keyof ListBounds, most: number): ServiceError {
  return new ServiceError(
    "upstream-inconsistent",
    `GET ${path}: the list has more than ${most} ${bound}. Request less, or raise ${bound}.`,
  );
}

function pageNumber(first: Parameters, number: number): Parameters {
  return [...first.filter(([name]) => name !== "page"), ["page", String(number)]];
}

/**
 * The parameters of a next link, which may be a path or a whole address. Only the query is used: requests go
 * to `baseUrl` alone.
 */
function nextOf(link: unknown, path: string, baseUrl: URL): Parameters | null {
  if (link === undefined || link === null || link === "") return null;
  const url = typeof link === "string" && URL.canParse(link, baseUrl.href) ? new URL(link, baseUrl) : null;
  if (url === null || url.origin !== baseUrl.origin || !url.pathname.endsWith(path)) {
    throw new ServiceError(
      "upstream-inconsistent",
      `GET ${path}: links.next leads elsewhere (${JSON.stringify(link)}).`,
      {
        path: "/links/next",
      },
    );
  }
  return [...url.searchParams].filter(([name]) => name !== "api_key");
}
