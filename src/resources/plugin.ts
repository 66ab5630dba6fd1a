import { definePipelineItem } from "./pipeline-item.ts";

/** A pipeline item of any family. */
export const plugin = definePipelineItem({
  name: "Plugin",
  doc: "A pipeline item of any family: code that the service runs over events, kept in the service or fetched from an address.",
  family: "plugins",
  notes: [
    "The resources PipelineDestination, PipelineTransformation, PipelineFrontendApp and PipelineImportApp are the same items with capabilities that fit one family. Declare an item once.",
  ],
  example: { methods: ["processEvent"] },
});
