import * as orgform from "orgform/pulumi";

import type { Organization } from "./organization";

const SOURCE = `
export function processEvent(event) {
  delete event.properties.$ip;
  return event;
}
`;

/** Removes client addresses from every event before the service stores it. */
export function withoutAddresses(organization: Organization): void {
  new orgform.PipelineTransformation("no-addresses", {
    ...organization,
    name: "Without addresses",
    capabilities: { methods: ["processEvent"] },
    source: { "index.ts": SOURCE.trimStart() },
  });
}
