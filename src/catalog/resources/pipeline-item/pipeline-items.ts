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

/** Methods that put an item into another family. */
const ELSEWHERE = ["onEvent", "composeWebhook", "processEvent"];

/** A pipeline item that brings data in. @source live notes 7.3; live service 2025-08, flow 8:174-266 */
export const pipelineImportApp = definePipelineItem({
  name: "PipelineImportApp",
  doc: "Manages a pipeline item that imports data on a schedule.",
  family: "pipelineImportApps",
  shows: {
    fits: ({ methods, scheduledTasks = [] }) =>
      scheduledTasks.length > 0 || methods?.every((method) => !ELSEWHERE.includes(method)) === true,
    expected: message`${fieldRef("scheduledTasks")}, or ${fieldRef("methods")} without "onEvent", "composeWebhook" and "processEvent"`,
  },
  example: { scheduledTasks: ["runEveryHour"] },
});

/** A pipeline item of any family. */
export const plugin = definePipelineItem({
  name: "Plugin",
  doc: "Manages a pipeline item of any family: code that the service runs on events, stored in the service or fetched from a URL.",
  family: "plugins",
  example: { methods: ["processEvent"] },
});
