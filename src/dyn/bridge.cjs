"use strict";
// What the code stored with every resource reaches first. The SDK does not wait for `configure` from the second call
// on, so `configure` only keeps the configuration, synchronously, and never fails; each verb raises what is wrong.
const VERBS = ["check", "diff", "create", "read", "update", "delete"];

module.exports = (name) => {
  let config;
  const provider = {
    configure(request) {
      config = request.config;
    },
  };
  for (const verb of VERBS) {
    provider[verb] = async (...args) => {
      const { processProvider } = await import("../engines/pulumi/dynamic/runtime.js");
      return processProvider(name, config)[verb](...args);
    };
  }
  return provider;
};
