/**
 * `npm run demo`: runs the example organization from creation to removal with a real Pulumi CLI and the sandbox.
 *
 * `-- --keep` keeps the stack and the sandbox, and prints how to continue.
 */
import { parseArgs } from "node:util";

import { Stage } from "./demo/stage.ts";
import { play } from "./demo/story.ts";

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { keep: { type: "boolean", default: false } } });
  const stage = await Stage.open();
  const stop = (): void => {
    stage.close();
    process.exit(130);
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  try {
    await play(stage, { keep: values.keep });
    if (values.keep) stage.explainHowToGoOn();
    else stage.close();
  } catch (error) {
    stage.close();
    throw error;
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
