import { expect, test } from "@jest/globals";

import { judge, RULES } from "../../../packages/policy/src/index.ts";
import { pictureOfExample } from "../../../scripts/gen/example-picture.ts";
import { SECTIONS } from "../../../src/picture/sections.ts";

const UNREAD = { unknown: "the API key can't read it" };

/** Where the rule can't tell, if code owns objects of one resource and the picture lacks one section. */
function unreadOf(section: string, resource: string, except: readonly string[] = []) {
  const rule = RULES.find(({ id }) => id === "managed-by-code");
  if (rule === undefined) throw new Error("There is no such rule");
  const picture = pictureOfExample({
    sections: { [section]: UNREAD },
    declared: { resourceNames: [resource] },
  });
  const active = { rule, severity: rule.severity, parameters: { except } };
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
