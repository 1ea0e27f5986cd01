/**
 * The WebAssembly of the contest simulation's inner loops, in base 64. The build writes this module into
 * `dist/`.
 */
export declare const SCORE_KERNEL: string;
