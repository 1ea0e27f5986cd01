/** Every table under `rules/` and `scoring/`, unchecked. The build writes the module into `dist/`. */
export declare const contests: readonly { readonly file: string; readonly table: unknown }[];
export declare const scoring: readonly { readonly file: string; readonly table: unknown }[];
