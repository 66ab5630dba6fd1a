import { definePipelineItem } from "./pipeline-item.ts";

/** A pipeline item of any family. */
export const plugin = definePipelineItem({
  name: "Plugin",
  doc: "A pipeline item of any family: code that the service runs over events, kept in the service or fetched from an address.",
  family: "plugins",
  example: { methods: ["processEvent"] },
});
