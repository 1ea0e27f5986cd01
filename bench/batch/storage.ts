import { placesIn } from "../../src/batch/node/folder.ts";
import type { SolvedJob } from "../../src/batch/node/store.ts";
import { openStore, packChunk } from "../../src/batch/node/store.ts";
import { oldRows, openStored } from "../../src/batch/node/stored-rows.ts";
import { CHUNK } from "../../src/shared/schema/fields.ts";

/** The seconds to compress and store a batch's rows again, chunk by chunk, in another folder. */
export async function storageSeconds(out: string, again: string): Promise<number> {
  const stored = await openStored(out);
  const store = await openStore(placesIn(again));
  let chunk: SolvedJob[] = [];
  let milliseconds = 0;
  const write = async () => {
    const began = performance.now();
    await store.append([await packChunk({ index: store.checkpoint().next, segment: 0 }, chunk)]);
    milliseconds += performance.now() - began;
    chunk = [];
  };
  for await (const { solved } of oldRows(stored)) {
    chunk.push(solved);
    if (chunk.length === CHUNK) await write();
  }
  if (chunk.length > 0) await write();
  await store.close();
  return milliseconds / 1_000;
}
