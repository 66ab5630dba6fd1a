import { readFileSync } from "node:fs";
import { join } from "node:path";

import * as pulumi from "@pulumi/pulumi";
import * as orgform from "orgform/pulumi";

/** A request for erasure from `requests.json`. It's reviewed like code, and never removed. */
interface Request {
  readonly ticket: string;
  /** Raise it to repeat the same request, because somebody came back. */
  readonly round: string;
  readonly distinctIds: string[];
  /** The reviewer's confirmation. A changed list needs other words. */
  readonly confirm: string;
}

const requests: Request[] = JSON.parse(readFileSync(join(__dirname, "requests.json"), "utf8"));
const projectId = new pulumi.Config().get("project") ?? "@current";

const erasures = requests.map(
  ({ ticket, round, distinctIds, confirm }) =>
    new orgform.BulkDeletePersons(ticket, {
      projectId,
      distinctIds,
      confirm,
      deleteEvents: true,
      triggers: { round },
    }),
);

/** When each request was carried out, for the record. */
export const carriedOut = pulumi
  .all(erasures.map(({ ranAt }) => ranAt))
  .apply((times) => Object.fromEntries(requests.map(({ ticket }, at) => [ticket, times[at]])));
