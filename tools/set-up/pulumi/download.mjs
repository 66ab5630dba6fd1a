// Fetches the official CLI into the folder given as first argument, in a process of its own so that it can be stopped.
import { PulumiCommand } from "@pulumi/pulumi/automation/index.js";

const [, , root, version] = process.argv;
// Without this probe a machine without internet would wait for the whole time limit.
const script = `https://get.pulumi.com/install.${process.platform === "win32" ? "ps1" : "sh"}`;
const answer = await fetch(script, { method: "HEAD", signal: AbortSignal.timeout(10_000) }).catch((error) => {
  throw new Error(`${script} is out of reach: ${error.cause?.code ?? error.name}`);
});
if (!answer.ok) throw new Error(`${script} answered ${answer.status}`);
await PulumiCommand.install({ root, version });
