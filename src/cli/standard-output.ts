/** The output file name for standard output. */
export const STANDARD_OUTPUT = "-";
