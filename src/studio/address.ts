/** The files of `dfs-lineups.html`, which has no others. Workers of a page from a disk cannot open its addresses. */
declare global {
  var FILES: Readonly<Record<string, Blob>> | undefined;
}

/** Whether the page is `dfs-lineups.html`, which needs no server. */
export const IS_ONE_FILE = globalThis.FILES !== undefined;

/** The address of a file of the page, which is in the same folder as its workers. */
export const addressOf = (name: string): string =>
  IS_ONE_FILE ? `${URL.createObjectURL(FILES![name]!)}#${name}` : new URL(name, location.href).href;

export function startWorker(name: string): Worker {
  if (!IS_ONE_FILE) return new Worker(addressOf(name), { type: "module" });
  const worker = new Worker(addressOf("script.js"), { name });
  worker.postMessage(FILES);
  return worker;
}
