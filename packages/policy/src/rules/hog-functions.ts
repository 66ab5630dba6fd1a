import * as z from "zod";

import { requires, type Said, violation, whereEach, where } from "../findings.ts";
import { defineRule } from "../rule.ts";

const TO_HOOK = { name: "Hook", enabled: true, templateId: "template-webhook", hog: null };

const sends = (url: string): string => JSON.stringify({ url: { value: url } });

/** The hosts of the addresses in a text, each once. */
function hostsIn(text: string): string[] {
  const found = [...text.matchAll(/\bhttps?:\/\/(?:[^\s"'`\\/@]*@)?([a-z0-9.-]+)/giu)].map(([, host = ""]) =>
    host.toLowerCase(),
  );
  return [...new Set(found)];
}

/** Whether a host is listed, or is a subdomain of a listed `*.` domain. */
function isListed(host: string, hosts: readonly string[]): boolean {
  return hosts.some((one) => (one.startsWith("*.") ? host.endsWith(one.slice(1)) : host === one));
}

/** Finds the addresses in inputs and code, but not addresses that the code assembles. */
export const hogFunctionHosts = defineRule({
  id: "hog-function-hosts",
  title: "Hog functions send only to listed hosts",
  severity: "error",
  isOn: false,
  judgesEach: true,
  why: "A hog function sends each event to the address in its inputs as soon as the event arrives.",
  remedy: "Change the address, or add the host to the policy.",
  references: { soc2: ["CC6.1", "CC6.7"], iso27001: ["A.5.14", "A.8.12"], cis: ["3.3"] },
  needs: ["hogFunctions"],
  parameters: z.strictObject({
    hosts: z
      .array(z.string().toLowerCase())
      .describe("Allowed hosts. *.acme.example allows every host below that domain."),
  }),
  judge: (picture, { hosts }) =>
    whereEach(picture, "hogFunctions", (one) => {
      const strays = (field: string, text: string | null): readonly Said[] =>
        hostsIn(text ?? "")
          .filter((host) => !isListed(host, hosts))
          .map((host) => violation(one, field, host, hosts.length === 0 ? "no host" : `one of ${hosts.join(", ")}`));
      return [
        ...where(one, "inputs", one.inputs, (text) => strays("inputs", text)),
        ...where(one, "hog", one.hog, (text) => strays("hog", text)),
      ];
    }),
  examples: {
    passing: {
      parameters: { hosts: ["*.acme.example"] },
      sections: { hogFunctions: [{ ...TO_HOOK, inputs: sends("https://hooks.acme.example/in") }] },
    },
    failing: {
      parameters: { hosts: ["*.acme.example"] },
      sections: { hogFunctions: [{ ...TO_HOOK, inputs: sends("https://elsewhere.example/in") }] },
    },
    unknown: { parameters: { hosts: [] }, sections: { hogFunctions: [TO_HOOK] } },
  },
});

/** Functions that process every event. */
export const hogFunctionCode = defineRule({
  id: "hog-function-code",
  title: "Hog functions run the code of a template",
  severity: "note",
  isOn: false,
  judgesEach: true,
  why: "Custom code sees every event, and only its author has read it.",
  remedy: "Use a template, or record an exception after a review.",
  references: { soc2: ["CC8.1"], iso27001: ["A.8.25", "A.8.28"], cis: ["16.1"] },
  needs: ["hogFunctions"],
  parameters: z.strictObject({}),
  judge: (picture) =>
    whereEach(picture, "hogFunctions", (one) =>
      requires(one, "templateId", one.templateId, (template) => template !== null, "the ID of a template"),
    ),
  examples: {
    passing: { sections: { hogFunctions: [TO_HOOK] } },
    failing: { sections: { hogFunctions: [{ ...TO_HOOK, templateId: null, hog: "print('hello')" }] } },
    unknown: { sections: { hogFunctions: [{ name: "Hook" }] } },
  },
});
