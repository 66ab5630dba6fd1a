import * as orgform from "orgform/pulumi";

import { type Organization, organization } from "./organization";
import { exportEvents } from "./exports";
import { people } from "./people";
import { withoutAddresses } from "./pipeline";
import { proxyEvents } from "./proxy";
import { signIn } from "./sign-in";

const acme: Organization = organization("Acme Cloud");

signIn(acme, "cloud.acme.example");
people(acme);

const shop = new orgform.Project("shop", {
  ...acme,
  name: "Web shop",
  timezone: "Europe/Berlin",
  anonymizeIps: true,
  deletionProtection: false,
});

const app = new orgform.Project("app", {
  ...acme,
  name: "Mobile app",
  timezone: "Europe/Berlin",
  sessionRecordingOptIn: true,
  deletionProtection: false,
});

proxyEvents(acme, "e.cloud.acme.example");
withoutAddresses(acme);
exportEvents(acme, shop);

export const organizationId = acme.organizationId;
export const shopToken = shop.apiToken;
export const appToken = app.apiToken;
