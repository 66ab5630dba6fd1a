import * as z from "zod";

import { whereHost } from "../export-hosts.ts";
import { requires, type Said, violation, where, whereEach } from "../findings.ts";
import { defineRule } from "../rule.ts";

const LEAVES = { soc2: ["CC6.1", "CC6.7"], iso27001: ["A.5.14", "A.8.12"], cis: ["3.3"] };

const TO_LAKE = {
  name: "Lake",
  destinationType: "s3",
  destination: { s3: { bucketName: "lake", region: "eu-central-1" } },
};

const some = z.array(z.string()).optional();

const DESTINATION_FIELDS = { regions: "region", buckets: "bucketName" } as const;

/** Allowlists of the policy; without a list, any value is allowed. */
export const exportDestinations = defineRule({
  id: "export-destinations",
  title: "Exports go only to listed destinations",
  severity: "error",
  isOn: false,
  judgesEach: true,
  why: "An export sends everything to a place that the organization no longer controls.",
  remedy: "Delete the export, or add the destination to the policy.",
  references: LEAVES,
  needs: ["exports", "integrations"],
  parameters: z.strictObject({
    types: some.describe("Allowed destination types, such as s3 or bigquery."),
    regions: some.describe(
      "Allowed regions, for destinations that have a region. The settings of a destination of type `other` are secret, so its region isn't checked, and the report says so.",
    ),
    buckets: some.describe(
      "Allowed buckets, for destinations that have a bucket. The settings of a destination of type `other` are secret, so its bucket isn't checked, and the report says so.",
    ),
    hosts: z
      .array(z.string().toLowerCase())
      .optional()
      .describe(
        "Allowed hosts, for destinations that have a host: the server of a database, the host of a URL, or `ACCOUNT.snowflakecomputing.com`. The host of an export with an integration is read from the integration. If the picture doesn't show it, the export is not checked. The service never shows the host of an Azure container.",
      ),
  }),
  judge: (picture, { types, hosts, ...lists }) =>
    whereEach(picture, "exports", (one) => {
      const listed = (list: readonly string[]): string => `one of ${list.join(", ")}`;
      const ofType =
        types === undefined
          ? []
          : requires(one, "destinationType", one.destinationType, (type) => types.includes(type), listed(types));
      const ofFields = Object.entries(lists).flatMap(([name, list]): readonly Said[] =>
        list === undefined
          ? []
          : where(one, "destination", one.destination, (destination) =>
              valuesIn(destination, fieldOf(name)).flatMap(({ path, value }) =>
                requires(one, path, value, (text) => list.includes(text), listed(list)),
              ),
            ),
      );
      const ofHost =
        hosts === undefined
          ? []
          : whereHost(picture, one, (path, host) =>
              hosts.includes(host) ? [] : [violation(one, path, host, listed(hosts))],
            );
      return [...ofType, ...ofFields, ...ofHost];
    }),
  examples: {
    passing: { parameters: { types: ["s3"], buckets: ["lake"] }, sections: { exports: [TO_LAKE] } },
    failing: { parameters: { types: ["s3"], buckets: ["other"] }, sections: { exports: [TO_LAKE] } },
    unknown: { parameters: { types: ["s3"] }, sections: { exports: [{ name: "Lake" }] } },
  },
});

const fieldOf = (list: string): string =>
  Object.entries(DESTINATION_FIELDS).find(([name]) => name === list)?.[1] ?? list;

const block = z.record(z.string(), z.unknown());

const textOrUnknown = z.union([z.string(), z.strictObject({ unknown: z.string() })]);

/** The block of a type that Orgform doesn't know. All its settings are one secret, so the picture has none of them. */
const UNTYPED = "other";

const HIDDEN = { unknown: "the settings of a destination of this type are secret" };

/** The values of a field in the blocks of a destination. */
function valuesIn(destination: Readonly<Record<string, unknown>>, field: string) {
  return Object.entries(destination).flatMap(([name, content]) => {
    if (name === UNTYPED) return [{ path: `destination.${UNTYPED}.config`, value: HIDDEN }];
    const value = textOrUnknown.safeParse(block.safeParse(content).data?.[field]);
    return value.success ? [{ path: `destination.${name}.${field}`, value: value.data }] : [];
  });
}

/** Data about persons. */
export const exportPersons = defineRule({
  id: "export-persons",
  title: "No export sends persons",
  severity: "warning",
  isOn: false,
  judgesEach: true,
  why: "Persons have names and addresses. The law might forbid sending them out of the service.",
  remedy: "Delete the export, or record an exception with its reason.",
  references: { soc2: ["P6.1"], iso27001: ["A.5.34", "A.8.12"], cis: ["3.1"] },
  needs: ["exports"],
  parameters: z.strictObject({}),
  judge: (picture) =>
    whereEach(picture, "exports", (one) =>
      requires(one, "model", one.model, (model) => model !== "persons", "events or sessions"),
    ),
  examples: {
    passing: { sections: { exports: [{ ...TO_LAKE, model: "events" }] } },
    failing: { sections: { exports: [{ ...TO_LAKE, model: "persons" }] } },
    unknown: { sections: { exports: [TO_LAKE] } },
  },
});

/** According to the latest run. */
export const exportsSucceed = defineRule({
  id: "exports-succeed",
  title: "The latest run of every export succeeded",
  severity: "warning",
  isOn: true,
  why: "Reports and backups that use an export lack the data that it didn't send.",
  remedy: "Look at the run in the service, and fix the destination or its credentials.",
  references: { soc2: ["CC7.2", "A1.2"], iso27001: ["A.8.16"] },
  needs: ["exports"],
  parameters: z.strictObject({}),
  judge: (picture) =>
    whereEach(picture, "exports", (one) =>
      requires(
        one,
        "lastRunStatus",
        one.lastRunStatus,
        (status) => status === null || !/fail|timed|terminated/iu.test(status),
        "Completed",
      ),
    ),
  examples: {
    passing: { sections: { exports: [{ ...TO_LAKE, lastRunStatus: "Completed" }] } },
    failing: { sections: { exports: [{ ...TO_LAKE, lastRunStatus: "Failed" }] } },
    unknown: { sections: { exports: [TO_LAKE] } },
  },
});

/** Exports that somebody paused and forgot. */
export const exportsRunning = defineRule({
  id: "exports-running",
  title: "No export is paused",
  severity: "note",
  isOn: true,
  judgesEach: true,
  why: "A paused export sends nothing, and nobody notices.",
  remedy: "Start the export again, or delete it.",
  references: { soc2: ["CC7.2", "A1.2"], iso27001: ["A.8.16"] },
  needs: ["exports"],
  parameters: z.strictObject({}),
  judge: (picture) =>
    whereEach(picture, "exports", (one) => requires(one, "paused", one.paused, (paused) => !paused, "false")),
  examples: {
    passing: { sections: { exports: [{ ...TO_LAKE, paused: false }] } },
    failing: { sections: { exports: [{ ...TO_LAKE, paused: true }] } },
    unknown: { sections: { exports: [TO_LAKE] } },
  },
});
