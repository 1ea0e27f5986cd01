import { onTestFinished } from "vitest";
import {
  createServiceClient,
  type ServiceClient,
  type ServiceClientOptions,
} from "../../src/service/client/index.ts";
import { ManualClock } from "./clock.ts";
import { type Service, type ServiceOptions, startService } from "./service.ts";

/** A stub service that is closed when the test has finished. */
export async function testService(options: ServiceOptions = {}): Promise<Service> {
  const service = await startService(options);
  onTestFinished(() => service.close());
  return service;
}

/** A client of the stub service, with short delays, that is closed when the test has finished. */
export function testClient(
  service: Pick<Service, "url" | "apiKey">,
  options: Partial<ServiceClientOptions> = {},
): ServiceClient {
  const client = createServiceClient({
    baseUrl: service.url,
    apiKey: service.apiKey,
    retryDelayMs: 5,
    ...options,
  });
  onTestFinished(() => client.close());
  return client;
}

/** A stub service and a client of it, both closed when the test has finished. */
export async function connected(options: Partial<ServiceClientOptions> = {}) {
  const service = await testService();
  return { service, client: testClient(service, options) };
}

/** The error with which the promise rejects; fails if it resolves. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  const marker = new Error("The promise was fulfilled.");
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw marker;
}

/** A stub service and its clients whose clock advances only when the test says so. */
export async function timed(options: ServiceOptions = {}) {
  const clock = new ManualClock();
  const service = await testService({ clock, onHanging: () => clock.reconsider(), ...options });
  return {
    clock,
    service,
    client: (own: Partial<ServiceClientOptions> = {}) => testClient(service, { clock, ...own }),
    /** Awaits work, skipping retry delays and tries that the service does not answer. */
    hurried<T>(work: Promise<T>): Promise<T> {
      return clock.skipping((ms) => isPause(ms) || (ms === TRY_MS && service.hanging > 0), work);
    },
  };
}

/** The default time limit of one try. */
export const TRY_MS = 15_000;

/** Whether a wait is the delay before one of the first retries of `testClient`. */
function isPause(ms: number): boolean {
  return ms < 500;
}

/** All values of an async iterable. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
