import { definePipelineItem } from "./pipeline-item.ts";

/** A pipeline item of any family. */
export const plugin = definePipelineItem({
  name: "Plugin",
  doc: "Manages a pipeline item of any family: code that the service runs on events, stored in the service or fetched from a URL.",
  family: "plugins",
  example: { methods: ["processEvent"] },
});
