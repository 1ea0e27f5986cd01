/**
 * Drives the studio, served and as one file, in Chromium, Firefox and WebKitGTK, and compares what they write
 * with the command.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { loadavg, tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { dfsLineups } from "../support/command.ts";
import { systemProgram } from "../support/system.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SITE = `${ROOT}dist/studio/`;
const SLATE = `${ROOT}examples/slates/american-football.draftkings.classic.csv`;
const DRIVE = fileURLToPath(new URL("drive.js", import.meta.url));
const WEBKIT = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";
/** Milliseconds for one browser on a busy machine. */
const LIMIT = 240_000;

/** How each browser is started, without windows, with a profile of its own. */
const BROWSERS: Readonly<Record<string, (url: string, profile: string) => readonly string[]>> = {
  Chromium: (url, profile) => [
    systemProgram("/usr/bin/chromium", "chromium"),
    ...[
      "--headless=new",
      "--no-sandbox",
      "--disable-gpu",
      "--window-size=1440,900",
      `--user-data-dir=${profile}`,
      url,
    ],
  ],
  Firefox: (url, profile) => [
    systemProgram("/usr/bin/firefox-esr", "firefox-esr"),
    ...["--headless", "--no-remote", "--profile", profile, url],
  ],
  WebKitGTK: (url) => {
    systemProgram("/usr/bin/Xvfb", "xvfb");
    return [
      "xvfb-run",
      "--auto-servernum",
      "--server-args=-screen 0 1600x1000x24",
      systemProgram(WEBKIT, "libwebkit2gtk-4.1-0"),
      "--private",
      "--geometry=1440x900",
      url,
    ];
  },
};

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

interface Result {
  readonly failed?: string;
  readonly faults: readonly string[];
  readonly csv: string;
  readonly together: string;
  readonly opened: number;
  readonly edit: number;
  readonly joint: number;
}

const names = new Set(readdirSync(SITE, { recursive: true, encoding: "utf8" }));
let take: (result: Result) => void = () => {};
const server = createServer(async (request, response) => {
  const name = new URL(request.url!, "http://localhost").pathname.slice(1) || "index.html";
  if (name === "result") {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    take(JSON.parse(Buffer.concat(parts).toString("utf8")) as Result);
    return response.end();
  }
  const file = name === "drive.js" ? DRIVE : SITE + name;
  if (name !== "drive.js" && !names.has(name)) return response.writeHead(404).end();
  const bytes = readFileSync(file);
  const page = () =>
    bytes.toString("utf8").replace("</body>", '<script type="module" src="drive.js"></script></body>');
  return response
    .writeHead(200, { "content-type": TYPES[extname(name)] ?? "application/octet-stream" })
    .end(name === "index.html" ? page() : bytes);
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

/** The page as one file, which opens its results' address too, with the script that drives it. */
function oneFileIn(folder: string): string {
  const page = join(folder, "dfs-lineups.html");
  const script = `<script type="module">self.RESULT = "${url}result";${readFileSync(DRIVE, "utf8")}</script>`;
  const text = readFileSync(`${ROOT}dist/dfs-lineups.html`, "latin1")
    .replace("connect-src", `$& ${url}`)
    .replace("</body>", () => `${script}</body>`);
  writeFileSync(page, text, "latin1");
  return pathToFileURL(page).href;
}

async function resultIn(name: string, isOneFile: boolean): Promise<Result> {
  const profile = mkdtempSync(join(tmpdir(), "studio-"));
  const [program, ...args] = BROWSERS[name]!(isOneFile ? oneFileIn(profile) : url, profile);
  const child = spawn(program!, args, { stdio: "ignore", detached: true });
  try {
    return await new Promise<Result>((resolve, reject) => {
      take = resolve;
      child.on("error", reject);
      child.on("exit", (code) => reject(new Error(`${name} ended with ${code}.`)));
      setTimeout(() => reject(new Error(`${name} did not answer within ${LIMIT} ms.`)), LIMIT).unref();
    });
  } finally {
    child.removeAllListeners();
    const ended = once(child, "exit");
    process.kill(-child.pid!, "SIGTERM");
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

const { stdout } = await dfsLineups(["optimize", SLATE, "-n", "150", "--format", "csv"]);
const joint = new Set<string>();
const asked = process.argv.slice(2);
const all = (asked.length > 0 ? asked : Object.keys(BROWSERS)).flatMap((name) => [
  [name, false] as const,
  [name, true] as const,
]);
for (const [name, isOneFile] of all) {
  const { failed, faults, csv, together, opened, edit, joint: took } = await resultIn(name, isOneFile);
  const page = `${name}${isOneFile ? ", as one file" : ""}`;
  const wrong = [failed, ...faults, csv === stdout ? undefined : "the CSV differs from the command's"];
  joint.add(together);
  if (joint.size > 1) wrong.push("the joint portfolio differs from that of the browser before");
  const faultsFound = wrong.filter((one) => one !== undefined);
  process.stdout.write(
    faultsFound.length > 0
      ? `${page}: ${faultsFound.join("; ")}\n`
      : `${page}: same bytes; lineups after ${Math.round(opened)} ms, edit to paint ${Math.round(edit)} ms, joint ${Math.round(took)} ms (load ${loadavg()[0]!.toFixed(0)})\n`,
  );
  if (faultsFound.length > 0) process.exitCode = 1;
}
server.close();
server.closeAllConnections();
