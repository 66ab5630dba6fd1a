import type { FlowScript } from "../flow-script.ts";
import { OWNER, type Stage } from "../stage.ts";

const MEDIA = "01a1fb2c-6984-0000-0245-9705bf71e66c";
/** Before these rows, the recorder set the owner's current organization to the first one. */
const FROM_FIRST = new Set([107, 108, 109, 110, 112, 113, 114, 162]);
const SECOND = "01a1fb2c-5fb3-0000-6048-f8471450d5d3";

/** In the recording, the owner had logged in during a flow in between. */
function logIn({ sandbox }: Stage, email: string): void {
  const user = sandbox.control.users().find((each) => each.email === email);
  sandbox.control.call("POST", `users/${user?.id}/login`);
}

export const ORGANIZATION_FLOW: FlowScript = {
  before(stage, { step }) {
    if (FROM_FIRST.has(step)) stage.setCurrent(OWNER, stage.firstId);
    if (step === 166) logIn(stage, OWNER);
  },
  isPartial: ({ step }) => step >= 166,
  setups: {
    "one uploaded media row inserted for the first project": ({ sandbox, identities }) =>
      identities.bind(MEDIA, sandbox.control.createMedia().id),
    "media row deleted": ({ sandbox, identities }) => void sandbox.control.deleteMedia(String(identities.get(MEDIA))),
    "admin@ joined the second organization with level 8": (stage) =>
      void stage.sandbox.control.addMembership({
        email: "admin@example.com",
        organizationId: stage.organization(SECOND),
        level: 8,
      }),
    "owner current = second": (stage) => stage.setCurrent(OWNER, stage.organization(SECOND)),
    "user lonely@ with one organization": (stage) => {
      stage.addUser("lonely@example.com");
      stage.sandbox.control.createOrganization({ email: "lonely@example.com", name: "Lonely", features: [] });
    },
  },
};
