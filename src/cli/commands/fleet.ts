import { CliCommand } from "../command.ts";
import { approveCommand } from "../fleet/approve-command.ts";
import { checkCommand } from "../fleet/check-command.ts";
import { matrixCommand, reportCommand } from "../fleet/ci-commands.ts";
import { driftCommand } from "../fleet/drift-command.ts";
import { planCommand } from "../fleet/plan-command.ts";
import { retireCommand } from "../fleet/retire-command.ts";
import { resumeCommand, upCommand } from "../fleet/run-commands.ts";
import { promoteCommand } from "../fleet/promote-command.ts";
import { statusCommand } from "../fleet/status-command.ts";
import { pauseCommand, stopCommand, workerCommand } from "../fleet/temporal-commands.ts";

const DESCRIPTION =
  "Manages many organizations from one file. It names the templates (Pulumi programs and Terraform modules), the " +
  "organizations with their values, and the waves in which they run.";

/** `orgform fleet`: many organizations from one description. */
export function fleetCommand(): CliCommand {
  const command = new CliCommand("fleet").usage("<command> [flags]").description(DESCRIPTION);
  const commands = [
    planCommand(),
    upCommand(),
    resumeCommand(),
    approveCommand(),
    statusCommand(),
    driftCommand(),
    checkCommand(),
    matrixCommand(),
    reportCommand(),
    promoteCommand(),
    retireCommand(),
    workerCommand(),
    pauseCommand(),
    stopCommand(),
  ];
  for (const one of commands) command.addCommand(one);
  return command;
}
