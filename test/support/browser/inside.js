/** A worker in which the whole optimizer runs. */
import { lineupsOf } from "./requests.js";

self.addEventListener("message", async ({ data }) => self.postMessage(await lineupsOf(data)));
