import { resources } from "../../src/catalog/resources/index.ts";
import type { AnyResource } from "../../src/model/definition.ts";
import type { RunOptions } from "./engine-under-test.ts";
import { PluginProcess } from "./plugin-process.ts";
import { environmentWith } from "./process-environment.ts";
import { fastTime } from "./scenario-clock.ts";
import { LONG_TIMEOUT } from "./scenario-faults.ts";
import { NO_LIMITS, type World } from "./scenario-world.ts";
import { passed, TerraformProcess } from "./terraform-process.ts";

/** Starts the native plugin in a world, and configures it so that no test runs into a limit. */
export async function pluginIn(world: World, definitions: readonly AnyResource[] = resources): Promise<PluginProcess> {
  const process = world.start({
    start: ({ records, time }: RunOptions) => new PluginProcess(environmentWith(records), { definitions }, time),
  });
  await process.configure(settingsIn(world));
  return process;
}

/** Starts the Terraform provider in a world, and configures it so that no test runs into a limit. */
export async function terraformIn(
  world: World,
  definitions: readonly AnyResource[] = resources,
): Promise<TerraformProcess> {
  const process = world.start({
    start: ({ records, time = fastTime() }) =>
      new TerraformProcess({
        environment: environmentWith(records),
        clock: time.driver,
        clientTime: time.client,
        definitions,
      }),
  });
  passed(await process.configure(settingsIn(world)));
  return process;
}

const settingsIn = ({ sandbox: { host }, apiKey }: World) => ({ host, apiKey, ...NO_LIMITS, ...LONG_TIMEOUT });
