import type { Api } from "../../../client/client.ts";
import type { ProjectRowWire, ProjectWire } from "../../../client/projects/project-wire.ts";
import type { CallContext } from "../../../model/call-context.ts";
import { fieldRef, importHint, message, type Text } from "../../../model/messages.ts";
import type { Values } from "../../../model/json-value.ts";
import type { RetainedDeletion } from "../../../capabilities/async-deletion.ts";
import type { TakenContext } from "../../../capabilities/adoption.ts";
import { organization } from "../organization/organization.ts";

/** Longest name of a project. */
export const NAME_MAX_CHARS = 200;

/** The location of a project. */
interface ProjectIdentity {
  readonly organizationId: string;
  readonly projectId: string;
}

/** @source service 2026-09, projects.md, Deletion; a row of the list does not say so */
const isPendingDeletion = (wire: ProjectRowWire): boolean => wire.is_pending_deletion === true;

const endOf = ({ deletion_scheduled_at: end }: ProjectRowWire): string =>
  typeof end === "string" ? `until ${end}` : "for two days after its deletion";

const CANCEL =
  "Until then, an administrator can cancel the deletion in the project's settings in the service's web interface. API keys can't.";

/** The treatment of a deleted project that the service keeps for a time. */
export const projectDeletion: RetainedDeletion<ProjectRowWire> = {
  isPending: isPendingDeletion,
  note: (wire) => `The service keeps it and its name ${endOf(wire)}. ${CANCEL}`,
};

/**
 * A deleted project that the service still keeps, for a message. Older services keep none. The list of organizations,
 * read once per process, shows the version. The service accepted the deletion, so a failed read isn't an error.
 */
export async function keptProject(api: Api, at: ProjectIdentity, call: CallContext): Promise<ProjectWire | undefined> {
  try {
    const home = await call.find(organization, { organizationId: at.organizationId });
    if (home?.is_pending_deletion === undefined) return undefined;
    const wire = await api.projects.get(at.organizationId, at.projectId, call);
    return isPendingDeletion(wire) ? wire : undefined;
  } catch {
    return undefined;
  }
}

/** A name for a project that will be deleted. It's always the same, so the next run can resume a killed run. */
export function releasedName(name: string, projectId: string): string {
  const suffix = ` (deleted ${projectId})`;
  return name.endsWith(suffix) ? name : `${name.slice(0, NAME_MAX_CHARS - suffix.length)}${suffix}`;
}

const folded = (name: unknown): string => String(name).trim().toLowerCase();

/** Why a name is taken although the list lacks it: the service ignores case, and deleted projects keep their names. */
export async function whyNameTaken(
  api: Api,
  inputs: Values,
  { deleting, call }: TakenContext<ProjectRowWire>,
): Promise<Text> {
  const organizationId = String(inputs["organizationId"]);
  const rows = await api.projects.list(organizationId, call).all();
  const duplicate = rows.find((row) => folded(row.name) === folded(inputs["name"]));
  const [held] =
    duplicate === undefined ? deleting : [await api.projects.get(organizationId, String(duplicate.id), call)];
  if (held === undefined || isPendingDeletion(held)) return heldText(held);
  const id = `${organizationId}/${held.id}`;
  return message`The project ${id} is called ${JSON.stringify(held.name)}, and this service accepts no second project with that name, regardless of case. Nothing was written.\nTo adopt it and change it to the declared settings, set ${fieldRef("adopt", id)}.${importHint("Project", id)}`;
}

function heldText(held: ProjectRowWire | undefined): Text {
  const who =
    held === undefined
      ? "No project of the list has the name. Most likely one that is being deleted has it: the service keeps a deleted project and its name for two days. An access rule can also hide the project from this API key"
      : `The project ${held.id} has the name and is being deleted: the service keeps both ${endOf(held)}`;
  return message`${who}. Nothing was written.\nRun again after that, or declare another name. Or let an administrator cancel the deletion in the service's web interface, and set ${fieldRef("adopt")}.\nNext time, set ${fieldRef("releaseName", true)} and run an update before the project is deleted. Its name is then free immediately.`;
}
