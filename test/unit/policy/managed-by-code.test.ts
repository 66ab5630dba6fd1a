import { expect, test } from "@jest/globals";

import { judge } from "../../../packages/policy/src/index.ts";
import { pictureOfExample } from "../../../scripts/gen/example-picture.ts";
import { SECTIONS } from "../../../src/picture/sections.ts";
import { activeRule } from "../../support/rule-named.ts";

const UNREAD = { unknown: "the API key can't read it" };

/** Where the rule can't tell, if code owns objects of one resource and the picture lacks one section. */
function unreadOf(section: string, resource: string, except: readonly string[] = []) {
  const picture = pictureOfExample({
    sections: { [section]: UNREAD },
    declared: { resourceNames: [resource] },
  });
  const active = activeRule("managed-by-code", { except });
  const { unjudged, passed } = judge(picture, { rules: [active], exceptions: [] });
  return { unjudged: unjudged.map(({ field, why }) => [field, why]), passed };
}

const KINDS = SECTIONS.flatMap(({ section, of }) => of.map((resource) => ({ section, resource })));

test.each(KINDS)("can't tell of unread $section if code owns a $resource", ({ section, resource }) => {
  expect(unreadOf(section, resource)).toEqual({ unjudged: [[section, UNREAD.unknown]], passed: [] });
});

test.each(KINDS)("passes unread $section if code owns no $resource, or shares them", ({ section, resource }) => {
  const nothing = { unjudged: [], passed: ["managed-by-code"] };
  expect(unreadOf(section, "Organization")).toEqual(nothing);
  expect(unreadOf(section, resource, [resource])).toEqual(nothing);
});

test.each(KINDS)("finds in $section only what no $resource declares, and nothing that a plan creates", (kind) => {
  const { section, resource } = kind;
  const object = { address: "a", deletionProtection: null, inlineSecrets: [] };
  const found = (declared: object, ids: readonly unknown[] = ["o1/1", "o1/2"]) => {
    const picture = pictureOfExample({
      sections: { [section]: ids.map((id) => ({ resourceName: resource, id, name: "n" })) },
      declared: {
        resourceNames: [resource],
        objects: [{ ...object, resourceName: resource, id: "o1/9", ...declared }],
      },
    });
    const { findings } = judge(picture, { rules: [activeRule("managed-by-code", { except: [] })], exceptions: [] });
    return findings.map(({ object: { id }, field, is, shouldBe }) => [id, field, is, shouldBe].join(": "));
  };
  const byHand = (id: string) => `${id}: declared: created by hand: declared by the program`;
  expect(found({})).toEqual([byHand("o1/1"), byHand("o1/2")]);
  expect(found({ id: "o1/1" })).toEqual([byHand("o1/2")]);
  // The same ID of another kind is another object.
  expect(found({ id: "o1/1", resourceName: "Organization" })).toEqual([byHand("o1/1"), byHand("o1/2")]);
  expect(found({ id: UNREAD }, [UNREAD])).toEqual([]);
});

const LISTED = { pipelineItems: "Plugin", invites: "Invite", people: "Member" } as const;

interface Declaring {
  readonly resource: string;
  readonly id: string;
  /** Further resources that code declares objects of. */
  readonly besides?: readonly string[];
}

/** The objects with an ID that the rule finds in a section, if code declares one object. */
function foundIn(section: keyof typeof LISTED, id: string, { resource, besides = [], ...declared }: Declaring) {
  const object = { resourceName: resource, id: declared.id, address: "a", deletionProtection: null, inlineSecrets: [] };
  const picture = pictureOfExample({
    sections: { [section]: [{ resourceName: LISTED[section], id, name: id }] },
    declared: { resourceNames: [resource, ...besides], objects: [object] },
  });
  const active = activeRule("managed-by-code", { except: [] });
  return judge(picture, { rules: [active], exceptions: [] }).findings.map(({ object }) => object.name);
}

test.each(["Plugin", "PipelineDestination", "PipelineTransformation", "PipelineFrontendApp", "PipelineImportApp"])(
  "code that declares a %s owns the pipeline items, under whichever name it declares them",
  (resource) => {
    expect(foundIn("pipelineItems", "o1/1", { resource, id: "o1/1" })).toEqual([]);
    expect(foundIn("pipelineItems", "o1/2", { resource, id: "o1/1" })).toEqual(["o1/2"]);
  },
);

test.each(["invites", "people"] as const)("a Membership declares the one of its address among the %s", (section) => {
  const declaring = { resource: "Membership", id: "o1/ann@acme.example", besides: [LISTED[section]] };
  expect(foundIn(section, "o1/ann@acme.example", declaring)).toEqual([]);
  expect(foundIn(section, "o1/bob@acme.example", declaring)).toEqual(["o1/bob@acme.example"]);
  // By itself, it owns no people besides its own.
  expect(foundIn(section, "o1/bob@acme.example", { ...declaring, besides: [] })).toEqual([]);
});
