import { describe, expect, test } from "@jest/globals";
import { listedDepartures, recordedDepartures } from "../description/departures.ts";
import { ApiDescription, findDescription } from "../description/description.ts";
import { flowNames } from "../replay/recording.ts";
import { runFlow } from "../replay/run-flow.ts";

/** Departures that no recording shows, with the reason. */
const OWN: Readonly<Record<string, string>> = {
  "GET /api/projects/{project_id}/events/values/: a body is not described":
    "what the notes say of the running service; the recorded rows were answered by a stand-in",
  "GET /api/projects/{project_id}/persons/cohorts/: a body is not described":
    "dialect documented: the running service answers 500, later versions answer the cohorts",
};

const file = findDescription();
const where = file === undefined ? "(left out: no description; ORGFORM_API_DESCRIPTION names one)" : "";

/** The departure without its method. Methods that were recorded without bodies return the same object as others. */
const anyMethod = (departure: string): string => departure.replace(/^\w+ /, "");

// Runs only if the service's own description is available, which this repository doesn't contain.
(file === undefined ? describe.skip : describe)(`recorded: the service's own description ${where}`, () => {
  // Jest builds a skipped group, too, so nothing is read here.
  const open = (): ApiDescription => new ApiDescription(file ?? "");
  const listed = listedDepartures();
  const excused = new Set([...Object.keys(listed).map(anyMethod), ...Object.keys(OWN).map(anyMethod)]);
  const seen = new Set<string>();

  test("differs from the recordings as listed", () => {
    expect(recordedDepartures(open())).toEqual(listed);
  });

  test.each(["documented", "2025-08"] as const)(
    "differs from dialect %s only as from the running service, or with a reason",
    async (dialect) => {
      const description = open();
      for (const flow of flowNames()) {
        for (const { row, answer } of await runFlow(flow, dialect)) {
          for (const departure of description.departures(row.method, row.path, answer)) seen.add(departure);
        }
      }
      expect([...seen].filter((departure) => !excused.has(anyMethod(departure)))).toEqual([]);
    },
    120_000,
  );

  test("has no unused reason in the list", () => {
    expect(Object.keys(OWN).filter((departure) => !seen.has(departure))).toEqual([]);
  });
});
