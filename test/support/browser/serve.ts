import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const TYPES: Readonly<Record<string, string>> = {
  css: "text/css",
  csv: "text/csv",
  gzip: "application/gzip",
  html: "text/html",
  js: "text/javascript",
  svg: "image/svg+xml",
  wasm: "application/wasm",
  webmanifest: "application/manifest+json",
  woff2: "font/woff2",
};

export interface Site extends AsyncDisposable {
  readonly url: string;
  /** The requested files, in order. */
  readonly asked: string[];
}

/**
 * Serves files on this machine only. The policy allows these `scripts`, and nothing may be sent elsewhere.
 */
export async function serveFiles(
  files: ReadonlyMap<string, Uint8Array | string>,
  scripts = "'self' 'wasm-unsafe-eval'",
): Promise<Site> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const name = request.url!.slice(1);
    asked.push(name);
    const [path] = name.split("?");
    const file = files.get(path!);
    if (file === undefined) return response.writeHead(404).end();
    return response
      .writeHead(200, {
        "content-type": TYPES[path!.slice(path!.lastIndexOf(".") + 1)]!,
        "content-security-policy": `default-src 'self'; script-src ${scripts}`,
      })
      .end(file);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
