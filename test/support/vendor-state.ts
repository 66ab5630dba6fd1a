import type { Values } from "../../src/model/json-value.ts";
import { addMember, memberIn } from "./scenario-people.ts";
import type { World } from "./scenario-world.ts";

/** An instance of a block in a state. */
export const vendorInstance = (attributes: Values, key?: string | number) => ({
  schema_version: 0,
  attributes,
  ...(key === undefined ? {} : { index_key: key }),
});

const PROVIDER = 'provider["registry.terraform.io/posthog/posthog"]';

/** A block of the vendor's provider in a state. */
export const vendorBlock = (type: string, name: string, ...instances: readonly object[]) => ({
  mode: "managed",
  type: `posthog_${type}`,
  name,
  provider: PROVIDER,
  instances,
});

/** A state of Terraform. */
export const vendorState = (...resources: readonly object[]) => ({ version: 4, resources });

/**
 * Makes an object of every type that moves, and gives the state that the vendor's provider has of them. The organization is
 * named by its slug.
 *
 * @source PostHog/terraform-provider-posthog v1.0.13, internal/resource
 */
export async function vendorOrganization(world: World): Promise<ReturnType<typeof vendorState>> {
  const { send, organizationId: own } = world;
  const here = `organizations/${own}`;
  const organization_id = String(world.organization(own)?.["slug"]);
  const people = ["ann@acme.example", "bob@acme.example"].map((email) => {
    addMember(world, email, 1);
    const { id, user: user_uuid } = memberIn(world, email) ?? {};
    const isKept = email.startsWith("bob");
    return { id, email, level: "member", organization_id, user_uuid, retain_on_destroy: isKept ? true : null };
  });
  const [ann, bob] = people;
  const role = await send("POST", `${here}/roles/`, { name: "Engineering" });
  const inRole = { role_id: role["id"], user_uuid: ann?.user_uuid };
  const membership = await send("POST", `${here}/roles/${String(role["id"])}/role_memberships/`, inRole);
  const project = await send("POST", `${here}/projects/`, { name: "Web" });
  const [project_id, at] = [String(project["id"]), `projects/${String(project["id"])}`];
  await send("PATCH", `${here}/projects/${project_id}/`, { heatmaps_opt_in: true });
  await send("PUT", `${at}/access_controls/`, { access_level: "none" });
  const personal = { organization_member: bob?.id, access_level: "admin" };
  await send("PUT", `${at}/access_controls/`, personal);
  const kind = { role: role["id"], resource: "dashboard", access_level: "viewer" };
  await send("PUT", `${at}/resource_access_controls/`, kind);
  const proxy = await send("POST", `${here}/proxy_records/`, { domain: "e.acme.example" });
  const body = { type: "destination", name: "Own", hog: "return event", enabled: false };
  const hook = await send("POST", `projects/${project_id}/hog_functions/`, body);
  const members = people.map((one) => vendorInstance(one, one.email));
  return vendorState(
    vendorBlock("organization_member", "p", ...members),
    vendorBlock("role", "eng", vendorInstance({ id: role["id"], name: "Engineering", organization_id })),
    vendorBlock(
      "role_membership",
      "ann",
      vendorInstance({ ...inRole, id: membership["id"], user_email: ann?.email, organization_id }),
    ),
    vendorBlock(
      "project",
      "web",
      vendorInstance({ id: project["id"], name: "Web", timezone: "UTC", api_token: "phc_canary", organization_id }),
    ),
    vendorBlock("project_settings", "web", vendorInstance({ id: project_id, project_id, heatmaps_opt_in: true })),
    vendorBlock("project_default_access", "web", vendorInstance({ id: project_id, project_id, access_level: "none" })),
    vendorBlock("project_member", "bob", vendorInstance({ ...personal, project_id })),
    vendorBlock("access_control", "boards", vendorInstance({ ...kind, project_id })),
    vendorBlock("proxy_record", "e", vendorInstance({ id: proxy["id"], domain: proxy["domain"], organization_id })),
    vendorBlock("hog_function", "own", vendorInstance({ ...body, id: hook["id"], project_id })),
    vendorBlock("dashboard", "stays", vendorInstance({ id: "9", project_id })),
  );
}
