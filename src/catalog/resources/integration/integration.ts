import { emptyList } from "../../../capabilities/empty-list.ts";
import { availability } from "../../../capabilities/availability.ts";
import { pendingUpdate } from "../../../capabilities/pending-update.ts";
import { project } from "../project/project.ts";
import { adoption } from "../../../capabilities/adoption.ts";
import { nestedName } from "../../../capabilities/nested-name.ts";
import * as z from "zod";

import { referencedObject } from "../../../capabilities/referenced-object.ts";
import type { Api } from "../../../client/client.ts";
import { ifFound } from "../../../client/errors.ts";
import { ADOPT, defineResource, definitionOf } from "../../../model/definition.ts";
import type { CallContext } from "../../../model/call-context.ts";
import type { ResourceOf } from "../../../model/resource-reference.ts";
import { field } from "../../../model/field.ts";
import { stableWhere } from "../../../model/stability.ts";
import { check } from "../../../model/check.ts";
import type { Guard } from "../../../model/guard.ts";
import type { IdentityParts } from "../../../model/identity.ts";
import type { Values } from "../../../model/json-value.ts";
import { fieldName, fieldRef, importHint, message, type Text } from "../../../model/messages.ts";
import { joinValues } from "../../../model/parts.ts";
import { containsUnknown } from "../../../model/unknown.ts";
import type { Asked } from "../../../capabilities/empty-list.ts";
import { isOwnAccount } from "../member/own-account.ts";
import {
  BELOW_PROJECT_CAPABILITIES,
  projectOrganizationOutput,
  projectsWithin,
  servedGuard,
} from "../project/project-scope.ts";
import { integrationInputs, integrationProblems } from "./integration-inputs.ts";
import type { IntegrationBlock } from "./integration-kinds.ts";
import { kindGuard } from "./kind-guard.ts";
import { removeAll, rotate } from "./integration-rotation.ts";
import {
  blockIn,
  configOf,
  type IntegrationRows,
  integrationsAmong,
  kindOf,
  onSecondOf,
  shown,
  wordOf,
} from "./integration-wire.ts";

const INTEGRATIONS = "integrations";
const STRAYS = "strayIds";

/**
 * Credentials that a project stores for exports and functions.
 *
 * @source service 2026-09, integrations.md
 */
export const integration = defineResource({
  kind: "object",
  name: "Integration",
  doc: message`Manages credentials that a project holds for its batch exports and functions, which refer to them by ${fieldRef("integrationId")}.`,
  notes: [
    "Declare exactly one block, which sets the kind. Some kinds need a person's consent in a browser (such as Slack, Salesforce, and Google Ads) or an uploaded file. Create those in the service's own pages. The kinds for exports came in 2026. If the service doesn't have integrations or the kind, the preview fails and says so. Of the blocks on this page, services of 2025 have only `twilio`, and only for an unscoped API key.",
    "The ID consists of the project, the kind, and a name that is unique in the kind, such as `17/aws-s3/warehouse` or `17/postgresql/loader@db.example:5432`. A change of a field that is part of the ID replaces the integration. The service doesn't delete an integration in use, so the new one must be created first. Some engines do that by default. In others, set an option such as `create_before_destroy`.",
    message`The service can't update an integration. Names are unique for ${fieldRef("awsS3")}, ${fieldRef("s3Compatible")}, \`snowflake\`, and ${fieldRef("awsRedshift")} with a name: the service refuses a second integration of that kind and name. To change their secrets, Orgform rotates the integration. It creates a new one beside the old one, named \`warehouse~r2\` in the service. It then moves every export and function of the project to the new one, declared or not, and prints which ones. Finally, it deletes the old one. The preview says that ${fieldRef("integrationId")} will change. The added \`~r2\` isn't a difference. If a run is killed in between, every export still has an integration that works, and the next update finishes the work. The key needs access to exports and functions.`,
    message`For all other kinds, the service overwrites an integration if it gets another one of the same identity. A change keeps ${fieldRef("integrationId")} and everything that uses it. Orgform overwrites only an integration that the program created or imported. If create finds another one, it stops. If two declarations have the same identity, the preview refuses the second. Overwriting and deleting need an account that administers the project. A changed \`gitlab\` integration is deleted and created again.`,
    message`The service doesn't delete an integration in use, and lists the exports and functions that use it. The engine changes or deletes those that refer to ${fieldRef("integrationId")} first.`,
    "The service never shows secrets. The state holds them as secrets, with slow salted hashes that show whether a value changed. After an import, Orgform assumes that the first declared secrets are the current ones. `rotate` sends them.",
  ],
  example: {
    projectId: "4711",
    s3Compatible: {
      name: "warehouse",
      awsAccessKeyId: "AKIAIOSFODNN7EXAMPLE",
      awsSecretAccessKey: "the-secret-of-the-key",
      endpointUrl: "https://storage.example.com",
    },
  },
  stateVersion: 1,
  migrations: {},
  inputs: integrationInputs,
  outputs: {
    integrationId: field(z.string(), {
      doc: "Number of the integration, as a string. Exports and functions refer to it. It changes if a named integration is rotated.",
      wire: shown(({ current }) => String(current.id)),
      stable: stableWhere(keepsNumber, "in a rotation"),
    }),
    kind: field(z.string(), {
      doc: 'Kind, in the service\'s spelling, such as "aws-s3".',
      wire: shown(({ block }) => wordOf(block)),
      stable: true,
    }),
    name: field(z.string(), {
      doc: "Name that is unique among the integrations of its kind in the project.",
      wire: shown("identity"),
      stable: true,
    }),
    createdAt: field(z.string(), {
      doc: "Time of creation, UTC, RFC 3339; for a named integration, the time of the newest rotation.",
      wire: shown(({ current }) => current.created_at),
    }),
    organizationId: projectOrganizationOutput,
    [STRAYS]: field(z.array(z.string()).optional(), {
      doc: "Numbers of older integrations that an unfinished rotation left. The next update deletes them.",
      wire: shown(({ older }) => (older.length === 0 ? undefined : older.map(({ id }) => String(id)))),
    }),
  },
  identity: {
    parts: ["projectId", "kind", "name"],
    of: (wire: IntegrationRows, scope) => ({
      projectId: scope.projectId,
      kind: wordOf(wire.block),
      name: wire.identity,
    }),
  },
  naturalKey: {
    fields: ["projectId", "name"],
    kindIn: (inputs) => identityIn(inputs)?.block,
    isUnique: true,
    matches: (wire, inputs) => {
      const declared = identityIn(inputs);
      return wire.block === declared?.block && wire.identity === declared.identity;
    },
    isNamed: (wire, text) => wire.identity === text || String(wire.current.id) === text,
    lookUpBy: ["integrationId", "name"],
  },
  scopes: {
    read: ["integration:read", "project:read"],
    write: ["integration:write", "batch_export:read", "batch_export:write", "hog_function:read", "hog_function:write"],
    // A rotation also needs the scopes of exports and functions.
    surely: ["integration:write"],
  },
  validate: integrationProblems,
  ops: {
    create: async (api: Api, { projectId }, { block, members }, call) => {
      const body = { kind: wordOf(block), config: configOf(block, members) };
      const made = await api.integrations.create(projectId, body, call);
      const identity = kindOf(block).identity(members);
      return made === undefined ? undefined : { block, identity, current: made, older: [] };
    },
    // No separate read, because only the list shows the identity.
    update: (api: Api, { projectId, name }, _body, call, { desired }) => {
      const body = blockIn(desired);
      if (body === undefined) throw new Error("an integration without a block");
      return rotate(api, { projectId, identity: name, ...body }, call);
    },
    delete: async (api: Api, { projectId }, call, target): Promise<void> => {
      const held = await target.look();
      if (held !== undefined) await removeAll(api, projectId, held, call);
    },
  },
  collection: {
    name: INTEGRATIONS,
    scope: ["projectId"],
    scopesWithin: projectsWithin,
    words: "the integrations of the project",
    route: INTEGRATIONS,
    list: async (api: Api, scope, call) => integrationsAmong(await api.integrations.list(scope.projectId, call).all()),
    servesReads: true,
    capabilities: [emptyList({ knownBy: ["integrationId"], ask: askByNumber })],
  },
  guards: [
    servedGuard({ of: () => listed(), words: INTEGRATIONS }),
    kindGuard(() => listed()),
    overwritingGuard(() => listed()),
    wholeGuard(() => listed()),
  ],
  parent: project,
  capabilities: [
    availability({ since: "Services have had those for exports since 2026." }),
    ...BELOW_PROJECT_CAPABILITIES,
    nestedName({ of: (inputs) => identityIn(inputs)?.identity, isKnown: isIdentityKnown }),
    adoption<Api, IntegrationRows>({
      isOverwritten: keepsNumber,
      madeAt: ({ older, current }) => (older[0] ?? current).created_at,
      isMadeByAccount: (api: Api, wire, call) => isOwnAccount(api, wire.current.created_by?.uuid, call),
    }),
    pendingUpdate({ why: whyPending, output: STRAYS }),
    referencedObject(),
  ],
});

/** The integration with the number in the state. A rotation might have replaced it, so its absence proves nothing. */
async function askByNumber(
  api: Api,
  { projectId = "", integrationId }: IdentityParts,
  call: CallContext,
): Promise<Asked<IntegrationRows> | undefined> {
  if (integrationId === undefined) return undefined;
  const row = await ifFound(() => api.integrations.get(projectId, Number(integrationId), call));
  return row === undefined ? undefined : { wire: integrationsAmong([row])[0] };
}

/** The resource itself, for use in its own guards. */
function listed(): ResourceOf<IntegrationRows, "projectId" | "kind" | "name"> {
  return integration;
}

function identityIn(inputs: Values): { readonly block: IntegrationBlock; readonly identity: string } | undefined {
  const given = blockIn(inputs);
  return given === undefined
    ? undefined
    : { block: given.block, identity: kindOf(given.block).identity(given.members) };
}

function isIdentityKnown(inputs: Values): boolean {
  const given = blockIn(inputs);
  return given !== undefined && kindOf(given.block).identifiedBy.every((name) => !containsUnknown(given.members[name]));
}

/** Whether a create with the same identity overwrites the integration, which then keeps its number. */
function keepsNumber(inputs: Values): boolean {
  const given = blockIn(inputs);
  return given !== undefined && onSecondOf(kindOf(given.block), given.members) === "overwritten";
}

function whyPending({ [STRAYS]: strays }: Values): Text | undefined {
  return Array.isArray(strays) && strays.length > 0
    ? `a rotation didn't finish: ${strays.map(String).join(", ")} remains`
    : undefined;
}

/** Refuses a change of an imported integration without secrets, because a change must send everything. */
function wholeGuard(of: typeof listed): Guard<Api, IntegrationRows> {
  return {
    on: ["update"],
    inPreview: true,
    needsObject: false,
    refuse: ({ inputs }) => {
      const definition = definitionOf(of());
      const [problem] = check(definition, joinValues(definition, inputs), { howToSet: String }).problems;
      if (problem === undefined) return undefined;
      return message`${fieldName(problem.path)} ${problem.reason}. The service can't update an integration, so a change sends all of it, and the state of an imported integration has no secrets. Declare them.`;
    },
  };
}

/** Reads the list right before a create, which could otherwise overwrite somebody else's integration. */
function overwritingGuard(of: typeof listed): Guard<Api, IntegrationRows> {
  return {
    on: ["make"],
    inPreview: false,
    needsObject: false,
    isAsked: ({ inputs }) => keepsNumber(inputs),
    refuse: async ({ inputs }, _wire, ask) => {
      const declared = identityIn(inputs);
      const { projectId } = inputs;
      if (declared === undefined || typeof projectId !== "string") return undefined;
      const at = { projectId, kind: wordOf(declared.block), name: declared.identity };
      if ((await ask().call.find(of(), at)) === undefined) return undefined;
      const id = `${projectId}/${at.kind}/${at.name}`;
      return message`It exists already, and the service would overwrite it. Nothing was written.\nTo adopt it and change it to the declared settings, set ${fieldRef(ADOPT, id)}.${importHint("Integration", id)}`;
    },
  };
}
