import { readFileSync } from "node:fs";
import { join } from "node:path";

import * as pulumi from "@pulumi/pulumi";
import * as orgform from "orgform/pulumi";

/** A request for erasure, as `requests.json` has them: it is reviewed like code, and never taken out again. */
interface Request {
  readonly ticket: string;
  /** Raised when the same request is to be carried out once more, because somebody came back. */
  readonly round: string;
  readonly distinctIds: string[];
  /** What the reviewer confirms; a list that changes needs other words. */
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

/** For the record: when each request was carried out. */
export const carriedOut = pulumi
  .all(erasures.map(({ ranAt }) => ranAt))
  .apply((times) => Object.fromEntries(requests.map(({ ticket }, at) => [ticket, times[at]])));
