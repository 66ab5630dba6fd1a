import type { FleetEngine } from "@orgform/fleet";
import * as z from "zod";

import { projectValues } from "./project-values.ts";
import { planJsonOfStack, planStack, upStack } from "./stack-run.ts";

const STACKS = z.array(z.object({ name: z.string() }));

/** Pulumi in fleets: a stack for each organization, in the backend that the program has. */
export const fleetEngine: FleetEngine = {
  name: "pulumi",
  program: "pulumi",
  provider: "pulumi",
  variablePrefix: "PULUMI_",
  templates: {
    words: { folder: "the Pulumi program", values: "configuration of a Pulumi program" },
    valuesOf: projectValues,
    written: /^Pulumi\..+\.ya?ml$/u,
    foldersUsedBy: () => [],
  },
  states: {
    environment: (environment) => environment,
    stacks: async (_folder, _environment, call) => {
      const stacks = STACKS.parse(JSON.parse(await call("stack", "ls", "--json", "--non-interactive")));
      return stacks.map(({ name }) => name.split("/").at(-1) ?? name);
    },
  },
  providerEnvironment: () => ({}),
  plan: planStack,
  planJson: planJsonOfStack,
  up: upStack,
};
