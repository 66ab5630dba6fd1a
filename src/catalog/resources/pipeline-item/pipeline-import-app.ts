import { fieldRef, message } from "../../../model/messages.ts";
import { definePipelineItem } from "./pipeline-item.ts";

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
