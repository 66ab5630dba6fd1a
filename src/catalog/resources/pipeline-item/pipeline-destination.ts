import { fieldRef, message } from "../../../model/messages.ts";
import { definePipelineItem } from "./pipeline-item.ts";

/** A pipeline item that sends events elsewhere. @source live notes 7.3; live service 2025-08, flow 8:174-266 */
export const pipelineDestination = definePipelineItem({
  name: "PipelineDestination",
  doc: "Manages a pipeline item that sends incoming events elsewhere.",
  family: "pipelineDestinations",
  shows: {
    fits: ({ methods = [] }) => methods.includes("onEvent") || methods.includes("composeWebhook"),
    expected: message`${fieldRef("methods")} with "onEvent" or "composeWebhook"`,
  },
  example: { methods: ["onEvent"] },
});
