import { existsSync } from "node:fs";
import * as z from "zod";

import type { Fleet, FleetOrganization } from "../expansion/expand.ts";
import { templateHash } from "../expansion/template-hash.ts";
import { waveOf } from "../expansion/waves.ts";
import type { FleetEngine } from "../fleet-engine.ts";

/** An organization that can't be retired yet, or at all. The message says why and what to do. Nothing was deleted. */
export class RetirementError extends Error {}

/** What the record stores about an organization, so its engine can run after it is removed from the file. */
const factsSchema = z.object({
  formerNames: z.array(z.string()),
  key: z.string(),
  template: z.string(),
  engine: z.string(),
  /** Absolute folder of the program or module. */
  folder: z.string(),
  values: z.record(z.string(), z.json()),
  labels: z.record(z.string(), z.string()),
  sharesProvider: z.boolean(),
  credential: z.string(),
});

/** Facts of an organization, for the record, without the key of any account. */
export function factsOf(organization: FleetOrganization): z.input<typeof factsSchema> {
  const { formerNames, key, template, engine, folder, values, labels, sharesProvider, credential } = organization;
  return {
    formerNames: [...formerNames],
    key,
    template,
    engine: engine.name,
    folder,
    values: { ...values },
    labels: { ...labels },
    sharesProvider,
    credential,
  };
}

/** What is needed to rebuild an organization that was removed from the file. */
export interface FactsPlace {
  readonly fleet: Pick<Fleet, "waves" | "credentials">;
  readonly engines: readonly FleetEngine[];
}

/**
 * An organization as it was when its latest `up` began, in its current wave.
 *
 * @param kept - its facts from the record
 * @throws RetirementError if the facts, its template, or its credential are missing
 */
export function organizationFrom(name: string, kept: unknown, { fleet, engines }: FactsPlace): FleetOrganization {
  const again = `add ${name} to the fleet file again, run \`orgform fleet up --only ${name}\`, and remove it again`;
  const parsed = factsSchema.safeParse(kept);
  if (!parsed.success) {
    throw new RetirementError(`The record doesn't say which template and values ${name} had: ${again}.`);
  }
  const { engine: wanted, ...facts } = parsed.data;
  const engine = engines.find((one) => one.name === wanted);
  if (engine === undefined || !existsSync(facts.folder)) {
    throw new RetirementError(
      `The template of ${name}, ${facts.template}, was in ${facts.folder}, and isn't there. Restore the folder until ${name} is retired.`,
    );
  }
  if (!Object.hasOwn(fleet.credentials, facts.credential)) {
    throw new RetirementError(
      `${name} has the credential ${facts.credential}, which isn't in the field credentials of the fleet file. Add it again until ${name} is retired.`,
    );
  }
  const wave = waveOf(facts, fleet.waves) ?? fleet.waves.length - 1;
  return { ...facts, name, engine, wave, templateHash: templateHash(facts.folder, engines) };
}
