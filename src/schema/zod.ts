/**
 * The schemas' library, in the form of which pages load only what is used, with English words for what is wrong: it has
 * none of its own.
 */

import { en } from "zod/locales";
import { config } from "zod/mini";

export * from "zod/mini";

if (config().localeError === undefined) config(en());
