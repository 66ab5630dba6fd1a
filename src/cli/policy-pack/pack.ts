import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ActiveRule, Exception, Policy } from "@orgform/policy";

import { policyIn, USUAL_POLICY } from "../check/checked.ts";
import { labelsIn, leftOutNotes } from "../check/labels.ts";
import { policyPackage } from "../optional-packages.ts";
import { packageManifest } from "../package-manifest.ts";
import type { Pack, PackFinding, PackPolicy, ProgramResource } from "../../engines/pulumi/analyzer/analyzer.ts";
import { engineNamed } from "../../engines/index.ts";
import type { PlannedChange } from "../../model/picture/planned-change.ts";
import { pictureOfResource } from "../../picture/resource-picture.ts";

/** Variable that names the policy file. */
const POLICY_VARIABLE = "ORGFORM_POLICY";

/** Variable with the labels of the organization, such as `stage=production`, for overrides in the policy file. */
const LABELS_VARIABLE = "ORGFORM_POLICY_LABELS";

/** The parts of its process that a pack uses. */
export interface PackPlace {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  readonly now: () => Date;
}

const SEVERITIES = { error: "high", warning: "medium", note: "low" } as const;

/**
 * The pack of a policy file: the rules that check single objects, because a program shows nothing else.
 *
 * @throws UsageError with every problem of the file
 */
export async function packOf({ environment, folder, now }: PackPlace): Promise<Pack> {
  const usual = join(folder, USUAL_POLICY);
  const file = environment[POLICY_VARIABLE] ?? (existsSync(usual) ? usual : undefined);
  const labels = environment[LABELS_VARIABLE];
  const policy = (await policyIn(file, { mayRunCode: true }))(labelsIn(labels, LABELS_VARIABLE));
  const { judge } = await policyPackage();
  const rules = policy.rules.filter(({ rule }) => rule.judgesEach === true);
  const policies = new Map(rules.map((active) => [active.rule.id, packPolicy(active)]));
  const own: Policy = { rules, exceptions: policy.exceptions.filter(({ rule }) => policies.has(rule)) };
  const { version } = packageManifest();
  return {
    name: "orgform",
    title: "Orgform",
    version,
    policies: [...policies.values()],
    notes: labels === undefined ? leftOutNotes(policy, file ?? "", `set ${LABELS_VARIABLE} to its labels`) : [],
    judge: (resource) => {
      const change = changeOf(resource);
      if (change === undefined) return [];
      const { findings } = judge(pictureOfResource(change, { engine: "pulumi", host: "", now: now() }), own);
      return findings.flatMap(({ rule, object, field, is, shouldBe, remedy }): PackFinding[] => {
        const found = policies.get(rule);
        // An expired exception doesn't concern a single resource: `orgform check` reports it.
        if (found === undefined) return [];
        const shown = resource.hidden.some((text) => is.includes(text)) ? "[secret]" : is;
        const text = `${object.resourceName} ${resource.name}: ${field} is ${shown}; should be ${shouldBe}. ${remedy}${idNote(rule, own.exceptions)}`;
        return [{ policy: found, message: text }];
      });
    },
  };
}

/** IDs as `orgform check` shows them: of several parts, a number, or a UUID. */
const LIKE_AN_ID = /\/|^\d+$|^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu;

/** A preview doesn't show IDs to a pack, so an exception by ID allows nothing here. */
function idNote(rule: string, exceptions: readonly Exception[]): string {
  const ids = exceptions.flatMap((one) => (one.rule === rule && LIKE_AN_ID.test(one.object) ? [one.object] : []));
  if (ids.length === 0) return "";
  return ` If the exception for ${ids.join(" or ")} is meant: a preview doesn't show IDs, so name the object in the exception.`;
}

function packPolicy({ rule: { id, title, why, remedy }, severity }: ActiveRule): PackPolicy {
  return {
    name: id,
    title,
    description: why,
    remedy,
    isMandatory: severity === "error",
    severity: SEVERITIES[severity],
  };
}

/** The resource as the plan has it that creates it; undefined for one that isn't ours. */
function changeOf({ type, urn, properties }: ProgramResource): PlannedChange | undefined {
  const { planReader } = engineNamed("pulumi");
  return planReader.read({ steps: [{ op: "create", urn, newState: { type, inputs: properties } }] }).changes[0];
}
