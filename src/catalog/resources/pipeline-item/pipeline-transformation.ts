import { fieldRef, message } from "../../../model/messages.ts";
import { definePipelineItem } from "./pipeline-item.ts";

/** A pipeline item that changes events. @source live notes 7.3; live service 2025-08, flow 8:174-266 */
export const pipelineTransformation = definePipelineItem({
  name: "PipelineTransformation",
  doc: "Manages a pipeline item that changes or drops events before the service stores them.",
  family: "pipelineTransformations",
  shows: {
    fits: ({ methods = [] }) => methods.includes("processEvent"),
    expected: message`${fieldRef("methods")} with "processEvent"`,
  },
  example: { methods: ["processEvent"] },
});
