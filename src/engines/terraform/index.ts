import type { Engine } from "../engine.ts";
import { fleetEngines } from "./fleet/fleet-engine.ts";
import { migrationWriter } from "./migration-writer/migration-writer.ts";
import { planReader } from "./state-reader/plan-reader.ts";
import { programWriter } from "./program-writer/files.ts";
import { carryReader } from "./switch-writer/carried-objects.ts";
import { leaveWriter } from "./switch-writer/leave-writer.ts";
import { switchTrial } from "./switch-trial/trial.ts";
import { switchWriter } from "./switch-writer/switch-writer.ts";
import { stateReader } from "./state-reader/state-reader.ts";

/** Terraform and OpenTofu; `provider` is their adapter. */
export const terraform: Engine = {
  name: "terraform",
  tools: [
    { title: "Terraform", program: "terraform", oldest: [1, 8] },
    { title: "OpenTofu", program: "tofu", oldest: [1, 8] },
  ],
  environment: { CHECKPOINT_DISABLE: "1" },
  stateReader,
  planReader,
  programWriter,
  migrationWriter,
  switching: { writer: switchWriter, leaver: leaveWriter, trial: switchTrial, carrier: carryReader },
  fleetEngines,
};
