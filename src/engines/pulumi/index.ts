import type { Engine } from "../engine.ts";
import { fleetEngine } from "./fleet/fleet-engine.ts";
import { migrationWriter } from "./migration-writer/migration-writer.ts";
import { planReader } from "./state-reader/plan-reader.ts";
import { programWriter } from "./program-writer/files.ts";
import { stateReader } from "./state-reader/state-reader.ts";

/** Pulumi; `dynamic` and `plugin` are its adapters. */
export const pulumi: Engine = {
  name: "pulumi",
  tools: [{ title: "Pulumi", program: "pulumi", oldest: [3, 248] }],
  environment: { PULUMI_SKIP_UPDATE_CHECK: "true" },
  stateReader,
  planReader,
  programWriter,
  migrationWriter,
  fleetEngines: [fleetEngine],
};
