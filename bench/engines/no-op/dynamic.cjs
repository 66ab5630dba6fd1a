"use strict";
// A no-op dynamic provider for resources of any kind. It shows the cost of the engine and the SDK's provider process.
// It loads domain.ts only if it sends requests.
const { randomUUID } = require("node:crypto");
const service = process.env.ORGFORM_HOST === undefined ? undefined : import("./domain.js");
const RECORD = { type: "TXT", name: "_challenge.d.example", value: "0".repeat(40) };
const OUTPUTS = new Set(["domainId", "roleId", "verificationRecord", "stateVersion"]);

module.exports = {
  check: async (olds, news) => ({ inputs: news, failures: [] }),
  diff: async () => ({ changes: false, replaces: [] }),
  async create({ __provider, ...inputs }) {
    const { organizationId, domain } = inputs;
    const made = service === undefined ? undefined : await (await service).create(organizationId, domain);
    const id = randomUUID();
    const outputs = made ?? { domainId: id, roleId: id, projectId: id, verificationRecord: RECORD };
    return { id: `${organizationId}/${outputs.domainId}`, outs: { ...inputs, ...outputs, stateVersion: 1 } };
  },
  async read(id, { __provider, ...state }) {
    await (await service)?.look(state.organizationId);
    const inputs = Object.fromEntries(Object.entries(state).filter(([name]) => !OUTPUTS.has(name)));
    return { id, props: state, inputs };
  },
  async delete(id, { organizationId, domainId }) {
    await (await service)?.remove(organizationId, domainId);
  },
};
