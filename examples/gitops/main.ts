import * as orgform from "orgform/pulumi";

const acme = new orgform.Organization("acme", { name: "Acme Cloud" });
const organization = { organizationId: acme.organizationId };

new orgform.Project("web-shop", { ...organization, name: "Web shop", timezone: "Europe/Berlin" });

new orgform.Role("analysts", { ...organization, name: "Analysts" });

new orgform.Membership("ann", { ...organization, email: "ann@cloud.acme.example", level: "member" });

export const organizationId = acme.organizationId;
