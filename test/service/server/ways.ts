import { type Answer, read, type TestHandlerOptions, testHandler, testServer } from "./support.ts";

/** A transport to a handler. */
export interface Asked {
  readonly key: string;
  ask(path: string, request?: RequestInit): Promise<Answer>;
}

/** The two transports to a handler: a Web request, and the server's socket. */
export const WAYS: Readonly<Record<string, (options?: TestHandlerOptions) => Promise<Asked>>> = {
  "as a Web handler": async (options) => {
    const { handler, key } = await testHandler(options);
    return {
      key,
      ask: async (path, request) => read(await handler(new Request(`http://host${path}`, request))),
    };
  },
  "behind the server": async (options) => {
    const { url, key } = await testServer(options);
    return { key, ask: async (path, request) => read(await fetch(url + path, request)) };
  },
};
