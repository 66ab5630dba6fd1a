"use strict";
// A dynamic provider that does nothing: what the engine and the SDK's provider process cost. The requests of domain.ts
// are loaded only where they are sent.
const service = process.env.ORGFORM_HOST === undefined ? undefined : import("./domain.js");
const RECORD = { type: "TXT", name: "_challenge.d.example", value: "0".repeat(40) };

module.exports = {
  check: async (olds, news) => ({ inputs: news, failures: [] }),
  diff: async () => ({ changes: false, replaces: [] }),
  async create({ __provider, ...inputs }) {
    const { organizationId, domain } = inputs;
    const made = service === undefined ? undefined : await (await service).create(organizationId, domain);
    const outputs = made ?? { domainId: domain, verificationRecord: RECORD };
    return { id: `${organizationId}/${outputs.domainId}`, outs: { ...inputs, ...outputs, stateVersion: 1 } };
  },
  async read(id, { __provider, ...state }) {
    await (await service)?.look(state.organizationId);
    const { organizationId, domain } = state;
    return { id, props: state, inputs: { organizationId, domain } };
  },
  async delete(id, { organizationId, domainId }) {
    await (await service)?.remove(organizationId, domainId);
  },
};
