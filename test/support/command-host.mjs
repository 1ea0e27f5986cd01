/**
 * A process that runs the built command again and again, its entry point each time anew: what that loads is loaded once.
 * A run has arguments, environment, folder and streams of its own.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { Readable, Writable } from "node:stream";

/** Ends the run that the code at work belongs to: what a run has left behind, such as a timer, ends no later run. */
const leave = new AsyncLocalStorage();
process.exit = () => leave.getStore()?.();

let runs = 0;
let turn = Promise.resolve();
process.on("disconnect", process.reallyExit.bind(process, 0));
process.on("message", (asked) => {
  turn = turn.then(() => run(asked));
});

async function run({ entry, args, input, environment, cwd }) {
  const usual = { ...process.env };
  const home = process.cwd();
  const own = new Set(process.listeners("uncaughtException"));
  const output = { stdout: collector(), stderr: collector() };
  for (const [name, value] of Object.entries({ stdin: Readable.from([Buffer.from(input)]), ...output }))
    Object.defineProperty(process, name, { configurable: true, value });
  Object.assign(process.env, environment);
  process.chdir(cwd ?? home);
  process.argv = [process.execPath, entry, ...args];
  process.exitCode = undefined;
  runs += 1;
  const module = `${entry}?run=${runs}`;
  // As the process that it takes itself for would end.
  await new Promise((resolve, reject) => {
    leave.run(resolve, () => import(module).then(({ ended }) => ended).then(resolve, reject));
  });
  const exitCode = process.exitCode ?? 0;
  process.exitCode = undefined;
  for (const listener of process.listeners("uncaughtException"))
    if (!own.has(listener)) process.off("uncaughtException", listener);
  for (const name of Object.keys(process.env)) if (!(name in usual)) delete process.env[name];
  Object.assign(process.env, usual);
  process.chdir(home);
  process.send({ exitCode, stdout: output.stdout.text(), stderr: output.stderr.text() });
}

/** A stream that keeps what is written to it. */
function collector() {
  const chunks = [];
  const stream = new Writable({
    write(chunk, _, done) {
      chunks.push(chunk);
      done();
    },
  });
  return Object.assign(stream, { text: () => Buffer.concat(chunks).toString("utf8") });
}
