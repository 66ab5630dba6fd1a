import * as orgform from "orgform/pulumi";

import type { Organization } from "./organization";

const SOURCE = `
export function processEvent(event) {
  delete event.properties.$ip;
  return event;
}
`;

/** Takes addresses of clients out of every event before it is stored. */
export function withoutAddresses(organization: Organization): void {
  new orgform.PipelineTransformation("no-addresses", {
    ...organization,
    name: "Without addresses",
    capabilities: { methods: ["processEvent"] },
    source: { "index.ts": SOURCE.trimStart() },
  });
}
