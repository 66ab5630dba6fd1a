import { fieldRef, message } from "../../../model/messages.ts";
import { definePipelineItem } from "./pipeline-item.ts";

/** A pipeline item that runs in the page. @source live notes 7.3; live service 2025-08, flow 8:174-266 */
export const pipelineFrontendApp = definePipelineItem({
  name: "PipelineFrontendApp",
  doc: "Manages a pipeline item whose code runs in the pages of the product or of the service.",
  family: "pipelineFrontendApps",
  shows: {
    fits: ({ methods, scheduledTasks }) => methods === undefined && scheduledTasks === undefined,
    expected: message`neither ${fieldRef("methods")} nor ${fieldRef("scheduledTasks")}, not even empty ones`,
  },
  example: {},
});
