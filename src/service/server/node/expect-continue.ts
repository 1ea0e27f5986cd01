import type { IncomingMessage, ServerResponse } from "node:http";

const invited = new WeakSet<IncomingMessage>();

/** Whether the client holds back its body until it is asked for it (`Expect: 100-continue`), and has not been. */
export function holdsBack(request: IncomingMessage): boolean {
  return /^100-continue$/i.test(request.headers.expect ?? "") && !request.complete && !invited.has(request);
}

/** Asks a client that holds back its body for it; what is refused for its head alone is never asked for. */
export function inviteBody(request: IncomingMessage, response: ServerResponse): void {
  if (!holdsBack(request)) return;
  invited.add(request);
  response.writeContinue();
}
