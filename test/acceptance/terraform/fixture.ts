import { type Dialect, type Sandbox, startSandbox } from "../../../packages/sandbox/src/index.ts";
import { TerraformWorkspace, type WorkspaceOptions } from "../../support/terraform-workspace.ts";
import { keyOf } from "../support/service.ts";

/** The time limit of one story. */
export const STORY_LIMIT_MS = 120_000;

/** A sandbox and a configuration for it. */
export interface TerraformStory {
  readonly sandbox: Sandbox;
  /** An unscoped key, because no other key can request a verification. */
  readonly apiKey: string;
  readonly workspace: TerraformWorkspace;
  /** The writes since the request log was cleared, as `METHOD path`. */
  writes(): string[];
}

const opened: (() => void | Promise<void>)[] = [];

/** Starts a sandbox, and writes the configuration. */
export async function openStory(
  dialect: Dialect,
  config: string | ((sandbox: Sandbox) => string),
  options?: WorkspaceOptions,
): Promise<TerraformStory> {
  const sandbox = await startSandbox({ dialect });
  opened.push(() => sandbox.close());
  const apiKey = keyOf(sandbox, null);
  const text = typeof config === "function" ? config(sandbox) : config;
  const env = { ORGFORM_HOST: sandbox.host, ORGFORM_API_KEY: apiKey };
  const workspace = await TerraformWorkspace.create(text, env, options);
  opened.push(() => workspace.dispose());
  const writes = (): string[] => {
    const all = sandbox.control.requests().filter(({ method }) => method !== "GET");
    return all.map(({ method, path }) => `${method} ${path}`);
  };
  return { sandbox, apiKey, workspace, writes };
}

/** An organization with a domain. Another `entity` changes the domain. */
export const globexOf = (entity: string): string => `
resource "orgform_organization" "globex" {
  name                = "Globex"
  deletion_protection = false
}
resource "orgform_domain" "globex" {
  organization_id = orgform_organization.globex.organization_id
  domain          = "globex.example"
  saml_entity_id  = "${entity}"
}
`;

/** The actions of a saved plan as `show -json` prints it: `create orgform_domain.acme`, sorted. */
export function actionsOf(plan: string): string[] {
  const { resource_changes: changes } = JSON.parse(plan) as {
    resource_changes: { address: string; change: { actions: string[] } }[];
  };
  return changes.map(({ address, change }) => `${change.actions.join("+")} ${address}`).sort();
}

/** Closes everything that the stories of this file opened; for `afterEach`. */
export async function closeTerraformStories(): Promise<void> {
  while (opened.length > 0) await opened.pop()?.();
}
