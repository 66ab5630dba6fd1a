import type { ProgramFile } from "../provider/configuration/configuration.ts";
import type { LocalNames } from "./local-names.ts";
import type { Notes } from "./program-parts.ts";

/** What tests put in the place of the vendor's provider and its resources. */
const REPLACED =
  /^\s*(?:mock_provider\s+"(?<provider>[\w-]+)"|mock_resource\s+"(?<type>posthog_\w+)"|target\s*=\s*module\.\S+\.(?<target>posthog_\w+)\.)/u;

/** Notes what tests of the engine replace; the references in them are translated as all others are. */
export function noteTests(
  tests: readonly ProgramFile[],
  { isMoving, names }: { readonly isMoving: (type: string) => boolean; readonly names: LocalNames },
  { open }: Notes,
): void {
  for (const { file, text } of tests.filter((one) => !one.file.endsWith(".json"))) {
    for (const [index, line] of text.split("\n").entries()) {
      const { provider, type, target } = REPLACED.exec(line)?.groups ?? {};
      const at = `${file}:${index + 1}:`;
      if (provider === names.old) open.push(`${at} mock_provider of ${names.old}: add one of ${names.next}.`);
      const replaced = type ?? target;
      if (replaced !== undefined && isMoving(replaced)) open.push(`${at} ${replaced} in a test is not translated.`);
    }
  }
}
