/**
 * Resolves after the other events that wait have had their turn: what is computed at length stays abortable, and
 * leaves its thread usable. A timer would do as well, but only after a millisecond or, in browsers, four.
 */
export const turn: () => Promise<void> =
  typeof setImmediate === "function" ? () => new Promise((resolve) => setImmediate(resolve)) : byMessages();

function byMessages(): () => Promise<void> {
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.addEventListener("message", () => waiting.shift()?.());
  port1.start();
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      port2.postMessage(null);
    });
}
