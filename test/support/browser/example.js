/** A page that uses the engine of the browser guide. */
import { startEngine } from "../../../examples/browser/page.ts";

const plain = (message) =>
  Object.fromEntries(
    Object.entries(message).map(([key, value]) => [
      key,
      ArrayBuffer.isView(value) ? Array.from(value) : value,
    ]),
  );

/**
 * Opens the text in an engine, sends the edits at once, and returns all messages up to the last answer.
 * @param {{ text: string, edits: readonly object[] }} request
 */
self.answersTo = ({ text, edits }) =>
  new Promise((resolve) => {
    const messages = [];
    const engine = startEngine((message) => {
      messages.push(plain(message));
      if (message.kind === "players") for (const edit of edits) engine.edit(edit);
      const isLast = message.kind === "failed" && message.number === null;
      if (!isLast && message.number !== edits.length) return;
      engine.close();
      resolve(messages);
    });
    engine.open("slate.csv", new TextEncoder().encode(text));
  });
