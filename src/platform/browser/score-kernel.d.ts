/** The WebAssembly of the contest simulation's inner loops, in base 64; the build writes it. */
export declare const SCORE_KERNEL: string;
