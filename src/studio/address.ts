/**
 * The files of `dfs-lineups.html`, which has no others: scripts as texts, and others as data addresses. To a page
 * from a disk, its workers are strangers that cannot open its blobs.
 */
declare global {
  var FILES: Readonly<Record<string, string>> | undefined;
}

/** Whether the page is `dfs-lineups.html`, which needs no server. */
export const IS_ONE_FILE = globalThis.FILES !== undefined;

/** The address of a file of the page, which is in the same folder as its workers. */
export const addressOf = (name: string): string =>
  IS_ONE_FILE ? `${FILES![name]}#${name}` : new URL(name, location.href).href;

export function startWorker(name: string): Worker {
  if (!IS_ONE_FILE) return new Worker(addressOf(name), { type: "module" });
  const type = "text/javascript";
  const script = FILES!["script.js"]!;
  let worker: Worker;
  try {
    worker = new Worker(URL.createObjectURL(new Blob([script], { type })), { name });
  } catch {
    // In WebKit, a worker of such a page starts others only from data, which is slower.
    worker = new Worker(`data:${type},${encodeURIComponent(script)}`, { name });
  }
  worker.postMessage(FILES);
  return worker;
}
