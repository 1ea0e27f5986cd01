import { contestShape } from "../../shared/schema/contest.ts";
import * as z from "../../shared/schema/zod.ts";
import { ruleShape } from "../constraints/readers/table-values.ts";

/**
 * The shape of one contest's rules table. A missing limit, `null` or an empty list means "no limit".
 * Positions are given by `name`, never by an alias. What a shape cannot express (that names match, that
 * minimums are possible) is checked when tables are loaded.
 */
export const contestTableSchema = z.strictObject({ ...contestShape, ...ruleShape });

/** One contest's rules. */
export type ContestTable = z.infer<typeof contestTableSchema>;
/** One contest's rules as written in a table; fields with a default may be missing. */
export type ContestTableInput = z.input<typeof contestTableSchema>;
