import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { FleetEngine } from "@orgform/fleet";

import { localModules, moduleVariables } from "./module-variables.ts";
import { AUTOMATION, dataFolderIn, keepingLockFile, namesIn, workspaceRuns } from "./workspace-run.ts";

/** Terraform or OpenTofu in fleets: a workspace for each organization, in the backend that the module has. */
function fleetEngine(name: string, program: string): FleetEngine {
  return {
    name,
    program,
    provider: "terraform",
    variablePrefix: "TF_",
    templates: {
      words: { folder: "the Terraform module", values: "variables of a Terraform module" },
      valuesOf: moduleVariables,
      written: /\.tfstate(?:\.|$)|^terraform\.tfstate\.d$/u,
      foldersUsedBy: localModules,
    },
    states: { environment: readingEnvironment, stacks: workspaces },
    providerEnvironment: (folder) => ({ TF_DATA_DIR: dataFolderIn(folder) }),
    ...workspaceRuns(program),
  };
}

/** One folder for all workspaces of a template: reading chooses by variable, and changes nothing in it. */
const readingEnvironment: FleetEngine["states"]["environment"] = (
  { TF_WORKSPACE: _chosen, ...environment },
  { folder, template },
) => ({
  ...environment,
  TF_DATA_DIR: join(folder, "reads", template),
  TF_PLUGIN_CACHE_DIR: environment["TF_PLUGIN_CACHE_DIR"] ?? join(folder, "providers"),
  TF_REATTACH_PROVIDERS: environment["TF_REATTACH_PROVIDERS"] ?? ATTACHED,
  ...AUTOMATION,
});

const workspaces: FleetEngine["states"]["stacks"] = async (folder, environment, call) => {
  const list = () => call("workspace", "list");
  const text = await list().catch(async () => {
    // A backend that this machine doesn't know yet; a backend on this machine needs no initialization.
    const { TF_PLUGIN_CACHE_DIR: cache } = environment;
    if (cache !== undefined) mkdirSync(cache, { recursive: true });
    await call("init", "-input=false", "-no-color", "-reconfigure", ...keepingLockFile(folder));
    return list();
  });
  return namesIn(text);
};

/** Where an engine would look for the provider. */
const SOURCES = ["registry.terraform.io/orgform/orgform", "registry.opentofu.org/orgform/orgform"];

const NOBODY = {
  Protocol: "grpc",
  ProtocolVersion: 6,
  Pid: 1,
  Test: true,
  Addr: { Network: "unix", String: "/nowhere" },
};

/**
 * A provider that is attached, and that nothing calls. An `init` for the backend then installs none, as in a run of a
 * fleet, so a machine without a provider can read the states.
 */
const ATTACHED = JSON.stringify(Object.fromEntries(SOURCES.map((source) => [source, NOBODY])));

/** Both command lines, as fleet files name them. */
export const fleetEngines: readonly FleetEngine[] = [
  fleetEngine("terraform", "terraform"),
  fleetEngine("opentofu", "tofu"),
];
