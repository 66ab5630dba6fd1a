import * as orgform from "orgform/pulumi";

import { access } from "./access";
import { exportEvents } from "./exports";
import { withoutBots } from "./functions";
import { type Organization, organization } from "./organization";
import { signIn } from "./sign-in";

const acme: Organization = organization("Acme Cloud");

signIn(acme, "cloud.acme.example");

const shop = new orgform.Project("shop", {
  ...acme,
  name: "Web shop",
  timezone: "Europe/Berlin",
  deletionProtection: false,
});

withoutBots(shop);
exportEvents(acme, shop);
access(acme, shop);

export const organizationId = acme.organizationId;
export const shopToken = shop.apiToken;
