import { ruleShape } from "../constraints/readers/table-values.ts";
import { contestShape } from "../schema/contest.ts";
import * as z from "../schema/zod.ts";

/**
 * The shape of one contest's rule table. A limit that is left out, `null` or the empty list means "no limit".
 * Positions are named by their `name`, never by an alias. What the shape cannot say (that names agree, that minimums
 * can be met) is checked where tables are loaded.
 */
export const contestTableSchema = z.strictObject({ ...contestShape, ...ruleShape });

/** One contest's rules. */
export type ContestTable = z.infer<typeof contestTableSchema>;
/** One contest's rules as a table writes them: what has a default may be left out. */
export type ContestTableInput = z.input<typeof contestTableSchema>;
