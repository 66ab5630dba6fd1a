import { ALL_FEATURES } from "../../../../../packages/sandbox/src/routes/organizations/shape.ts";
import type { FlowScript } from "../flow-script.ts";
import { OTHER_ORGANIZATION, OWNER, ROLE_ORGANIZATION } from "../stage.ts";

const HEADERS: Readonly<Record<number, string>> = {
  495: "bearer <key>",
  497: "Bearer  <key>",
  498: "Bearer <key> ",
  499: "Token <key>",
  502: "Bearer phc_recorded_project_token",
};

const MEMBER = "member@example.com";

/** Authentication, scopes, and limits of keys. */
export const AUTHENTICATION_FLOW: FlowScript = {
  prepare(stage) {
    const second = stage.addOrganization(ROLE_ORGANIZATION, OWNER, "Role org", ALL_FEATURES);
    stage.sandbox.control.addMembership({ email: MEMBER, organizationId: second, level: 1 });
    stage.identities.bind(10, stage.projectsOf(second)[0] ?? 0, "project");
    stage.addOrganization(OTHER_ORGANIZATION, "other@example.com", "Other org");
    stage.setCurrent(OWNER, stage.firstId);
  },
  // After every call, the recorder set the owner back to the first organization, up to the rows about the second one.
  before: (stage, { step }) => (step < 830 ? stage.setCurrent(OWNER, stage.firstId) : undefined),
  // The flow was recorded without response bodies.
  isPartial: () => true,
  setups: {
    "owner current organization = Role org (the second)": (stage) =>
      stage.setCurrent(OWNER, stage.organization(ROLE_ORGANIZATION)),
    "member@ current organization = Role org, which allows keys": (stage) =>
      stage.setCurrent(MEMBER, stage.organization(ROLE_ORGANIZATION)),
    "member@ current organization = first, which forbids keys": (stage) => stage.setCurrent(MEMBER, stage.firstId),
  },
  send: ({ step }) => {
    const authorization = HEADERS[step];
    return authorization === undefined ? undefined : { headers: { authorization } };
  },
};
