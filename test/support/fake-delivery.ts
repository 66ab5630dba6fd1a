import { wait, type Wait } from "../../src/capabilities/wait.ts";
import { isApiError } from "../../src/client/errors.ts";
import { defineResource } from "../../src/model/definition.ts";
import { field } from "../../src/model/field.ts";
import { z } from "zod";
import { BOX_INPUTS, boxOf, BY_ID, orgOf, plain } from "./fake-resources.ts";
import type { FakeService, Row } from "./fake-service.ts";

/** The wait for a delivery. */
export const deliveryWait: Wait<FakeService, Row> = {
  isDone: (wire: Row) => wire["isDelivered"] === true,
  describe: (wire: Row) => `the delivery of ${wire.id}`,
  prompt: {
    ask: (service: FakeService, at) => service.ask(orgOf(at), boxOf(at)),
    isNotAllowed: (error) => isApiError(error) && error.category === "permission",
    isAlreadyDone: (error) => isApiError(error) && error.code === "already_delivered",
    whoCanAsk: "the porter can",
  },
  timeoutField: "patienceSeconds",
  intervalField: "pauseSeconds",
};

/** Waits until a box is delivered. */
export const delivery = defineResource({
  ...plain,
  kind: "settings",
  name: "Delivery",
  inputs: {
    organizationId: BOX_INPUTS.organizationId,
    boxId: field(z.string(), { doc: "Box.", onChange: "replace" }),
    patienceSeconds: field(z.number().default(60), { doc: "Patience.", onChange: "none" }),
    pauseSeconds: field(z.number().default(20), { doc: "Pause.", onChange: "none" }),
  },
  outputs: {},
  toWire: () => ({}),
  fromWire: (wire: Row, at) => ({ organizationId: orgOf(at), boxId: wire.id }),
  naturalKey: BY_ID,
  ops: { read: (service, at) => service.read(orgOf(at), boxOf(at)) },
  capabilities: [wait(deliveryWait)],
});
