import * as z from "zod";
import { BOOK_NAMES } from "../shared/books/index.ts";
import { MAXIMUM_COUNT } from "../shared/schema/fields.ts";
import { LONGEST_NAME } from "../shared/schema/request.ts";
import { serviceWindowSchema } from "./service-window.ts";

/** Maximum length of a job's id, which is part of file names. */
const LONGEST_ID = 120;

const fileOrObject = z.union([z.string().min(1), z.record(z.string(), z.unknown())], {
  error: "must be a file's name or an object",
});
const file = z.string().min(1);

/** The fields of a job that name files or contain a file's content. */
export const INPUT_FIELDS = ["request", "projections", "performances", "salaries", "portfolio"] as const;

/** The name of a field that may name a file. */
export type InputField = (typeof INPUT_FIELDS)[number];

/**
 * One line of a manifest: a request with its projections (JSON documents of the prediction service), or a
 * book's salary file (CSV) with or without projections (CSV); either can use the projections of the
 * prediction service instead. Files are relative to the manifest.
 */
export const jobSchema = z
  .strictObject({
    id: z
      .string()
      .regex(/^\P{Cc}+$/u, "must have no control characters")
      .max(LONGEST_ID)
      .describe("Unlike every other job's."),
    sport: z
      .string()
      .min(1)
      .max(LONGEST_NAME)
      .optional()
      .describe("As in the service's paths; needed with `request`."),
    request: fileOrObject.optional().describe("A lineup request: a file, or the body itself."),
    projections: fileOrObject
      .optional()
      .describe(
        "With `request` a FantasyPerformance document, a file or the object; with `salaries` a CSV file.",
      ),
    performances: fileOrObject
      .optional()
      .describe("Predicted stat lines, a Performance document: a file, or the object."),
    service: serviceWindowSchema
      .optional()
      .describe("In place of projections: which games' the prediction service is asked for; needs `sport`."),
    salaries: file.optional().describe("A book's salary file."),
    book: z.enum(BOOK_NAMES).optional().describe("With `salaries`, where the file does not tell."),
    contest: z
      .string()
      .min(1)
      .max(LONGEST_NAME)
      .optional()
      .describe("With `salaries`, where the file does not tell."),
    portfolio: fileOrObject
      .optional()
      .describe("What the lineups shall keep together: a description's file (YAML or JSON), or the object."),
    onlyAvailable: z.boolean().optional().describe("With `request`: leave out who cannot play."),
    count: z
      .int()
      .min(1)
      .max(MAXIMUM_COUNT)
      .optional()
      .describe("How many lineups; else the request's, else 3."),
    include: z
      .array(z.enum(["selections", "defenseSpecialTeams", "scoring"]))
      .optional()
      .describe("What the documents carry; with `salaries` both of the first two by default."),
  })
  .superRefine((job, context) => {
    const fault = (path: keyof typeof job, message: string) =>
      context.addIssue({ code: "custom", path: [path], message, input: job[path] });
    if (job.service !== undefined) {
      if (job.sport === undefined) fault("sport", "is missing; the service is asked by sport");
      for (const field of ["projections", "performances"] as const)
        if (job[field] !== undefined) fault(field, "cannot stand beside service");
    }
    if (job.salaries === undefined) {
      if (job.request === undefined) return fault("request", "is missing; a job has a request or salaries");
      if (job.sport === undefined) fault("sport", "is missing; a request needs it");
      if ([job.projections, job.performances, job.service].every((one) => one === undefined))
        fault("projections", "is missing; a request needs it, or performances, or service");
      for (const field of ["book", "contest"] as const)
        if (job[field] !== undefined) fault(field, "goes with salaries; put it into the request");
      return;
    }
    if (job.request !== undefined) fault("request", "cannot stand beside salaries");
    if (job.onlyAvailable !== undefined) fault("onlyAvailable", "goes with request");
    if (typeof job.projections === "object")
      fault("projections", "must be a CSV file's name beside salaries");
    if (typeof job.performances === "object") fault("performances", "must be a file's name beside salaries");
  });

/** A valid job. */
export type Job = z.output<typeof jobSchema>;
