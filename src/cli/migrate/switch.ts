import { join } from "node:path";
import process from "node:process";
import * as z from "zod";
import type { EngineName, WrittenSwitch } from "../../engines/engine.ts";
import { type FlagValues, readText } from "../flag-values.ts";
import { foreignState, StateError } from "../state/read-state.ts";
import { stateTextOf } from "../state/stack-state.ts";
import { UsageError } from "../usage-error.ts";
import { refuseTaken, writeFolder } from "../write-folder.ts";
import { removeStale } from "./private-copy.ts";
import { switchGuideOf } from "./switch-guide.ts";
import { CODES, tried } from "./trial.ts";

/** What the vendor's provider takes where nobody names a host; Orgform has no default. */
const VENDOR_HOST = "https://us.posthog.com";

/** `orgform migrate --from posthog`: writes what takes a program over from `posthog/posthog`, and plans it in a copy. */
export async function runSwitch(
  flags: FlagValues,
  { engineName, name }: { readonly engineName: EngineName | undefined; readonly name: string },
): Promise<number> {
  const folder = readText(flags["cwd"]) ?? ".";
  const isCheck = flags["check"] === true;
  removeStale();
  if (!isCheck) refuseTaken(join(folder, name));
  const file = readText(flags["state"]);
  const place = { folder, stack: readText(flags["stack"]), environment: process.env };
  const { engine, state, text } = foreignState(
    file === undefined ? { text: await stateTextOf(place) } : { path: file },
  );
  const { switching } = engine;
  if (switching === undefined || (engineName !== undefined && engineName !== engine.name)) {
    throw new UsageError(
      "--from posthog works only for programs of Terraform or OpenTofu: give --for terraform, or leave it out.",
    );
  }
  const { ORGFORM_HOST: own, POSTHOG_HOST: vendor } = process.env;
  const host = readText(flags["host"]) ?? own ?? vendor ?? VENDOR_HOST;
  const written = understood(() => switching.writer.write(state, { program: folder, host }));
  process.stdout.write(reportOf(written));
  if (written.count === 0) return 0;
  if (isCheck) return CODES.differs;
  const files = Object.fromEntries(written.files.map((one) => [one.name, one.text]));
  writeFolder(join(folder, name), { "MIGRATION.md": switchGuideOf(written), ...files });
  process.stdout.write(`Wrote ${join(folder, name)}. Follow the steps in its MIGRATION.md.\n`);
  if (flags["skip-plan"] === true) return 0;
  if (written.open.length > 0) {
    process.stdout.write("Not proved. Complete the code first, and then plan it as MIGRATION.md says.\n");
    return CODES.unknown;
  }
  const shown = await tried(switching.trial, engine, { ...place, state: text, written, without: [name] });
  process.stdout.write(shown.text);
  return shown.code;
}

/** @throws StateError for a state in a form that lacks what the switch needs. */
function understood(write: () => WrittenSwitch): WrittenSwitch {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const at = error.issues[0]?.path.join(".") ?? "the top";
    throw new StateError(`The state has an unknown form, at ${at}. Give what \`terraform state pull\` prints.`, {
      cause: error,
    });
  }
}

function reportOf({ count, open }: WrittenSwitch): string {
  const first = count === 0 ? "No block of posthog/posthog moves to Orgform." : `Blocks to move: ${count}.`;
  const rest = open.length === 0 ? [] : ["Not translated:", ...open.map((line) => `  ${line}`)];
  return [first, ...rest, ""].join("\n");
}
