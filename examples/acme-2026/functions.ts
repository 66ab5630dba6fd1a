import { readFileSync } from "node:fs";
import * as pulumi from "@pulumi/pulumi";
import * as orgform from "orgform/pulumi";

const config = new pulumi.Config();

/** Drops the events of bots before the service stores them, and reports each sign-up to a chat. */
export function withoutBots(project: orgform.Project): void {
  new orgform.HogFunction("bots", {
    projectId: project.projectId,
    type: "transformation",
    name: "Drop bots",
    hog: readFileSync("bots.hog", "utf8"),
    executionOrder: 2,
    enabled: true,
  });
  new orgform.HogFunction("sign-ups", {
    projectId: project.projectId,
    type: "destination",
    name: "Tell of sign-ups",
    hog: "fetch(inputs.url, {'headers': {'authorization': inputs.token}, 'body': event})",
    inputsSchema: JSON.stringify([
      { key: "url", type: "string", label: "Address", required: true },
      { key: "token", type: "string", label: "Token", secret: true },
    ]),
    inputs: JSON.stringify({ url: "https://chat.acme.example/hook" }),
    // `pulumi config set --secret chatToken ...`
    secretInputs: { token: config.getSecret("chatToken") ?? pulumi.secret("for the sandbox") },
    filters: JSON.stringify({ events: [{ id: "signed up", type: "events" }] }),
    enabled: true,
  });
}
