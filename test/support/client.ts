import { onTestFinished } from "vitest";
import {
  createServiceClient,
  type ServiceClient,
  type ServiceClientOptions,
} from "../../src/client/index.ts";
import { type Service, type ServiceOptions, startService } from "./service.ts";

/** A stand-in that is closed when the test has finished. */
export async function testService(options: ServiceOptions = {}): Promise<Service> {
  const service = await startService(options);
  onTestFinished(() => service.close());
  return service;
}

/** A client of the stand-in, with short delays, that is closed when the test has finished. */
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

/** What the promise rejects with; fails if it does not. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  const marker = new Error("The promise was fulfilled.");
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw marker;
}

/** Waits. */
export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** All that an async iterable gives. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
