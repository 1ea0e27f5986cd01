/** The WebAssembly of contests' inner loops, in base 64. The build writes the module into `dist/`. */
export declare const SCORE_KERNEL: string;
