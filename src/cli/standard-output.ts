/** As an output file, this is standard output. */
export const STANDARD_OUTPUT = "-";
