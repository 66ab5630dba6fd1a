import { expect, test } from "@jest/globals";

import { csvReport } from "../../../../src/cli/access/formats/csv.ts";
import { htmlReport } from "../../../../src/cli/access/formats/html.ts";
import { jsonReport } from "../../../../src/cli/access/formats/json.ts";
import { markdownReport } from "../../../../src/cli/access/formats/markdown.ts";
import { textReport } from "../../../../src/cli/access/formats/text.ts";
import type { AccessChange, AccessReport } from "../../../../src/cli/access/report.ts";
import { recordedAs } from "../../../support/recorded-text.ts";

const FORMATS = { text: textReport, csv: csvReport, json: jsonReport, markdown: markdownReport, html: htmlReport };

const ANN = { email: "ann@acme.example", name: "Ann <b> | `ü`", level: "owner", roles: [] } as const;
const BEN = { email: "ben@acme.example", name: "", level: "member", roles: ["Builders", 'Ops, "east"'] } as const;
const CID = { email: "=cid@acme.example", name: "Cid", level: { unknown: "the key can't see it" }, roles: [] } as const;
const WEB = { projectId: "7", name: "Web" } as const;
const NEW = { projectId: { unknown: "not known yet" }, name: "New\nline" } as const;

const row = (
  person: AccessReport["people"][number],
  project: AccessReport["projects"][number],
  kind: string,
  level: AccessReport["rows"][number]["access"]["level"],
  reason: AccessReport["rows"][number]["access"]["reason"],
  roles: readonly string[] = [],
) => ({ person, project, kind, access: { level, reason, roles } });

const FULL: AccessReport = {
  host: "https://service.example",
  organization: "Acme & <sons>",
  takenAt: "2026-11-26T08:00:00.417Z",
  order: "most specific rule",
  people: [ANN, BEN, CID],
  projects: [WEB, NEW],
  kinds: ["project", "dashboard"],
  rows: [
    row(ANN, WEB, "project", "admin", "organization level"),
    row(ANN, NEW, "project", "admin", "organization level"),
    row(ANN, WEB, "dashboard", "manager", "organization level"),
    row(BEN, WEB, "project", "member", "role rule", ["Builders", 'Ops, "east"']),
    row(BEN, NEW, "project", "none", "default rule"),
    row(BEN, WEB, "dashboard", "none", "closed project"),
    row(CID, WEB, "project", { unknown: "the key can't see it" }, "unknown"),
  ],
  gaps: [{ section: "accessRules", reason: "the API key lacks the scope access_control:read" }],
};

const change = (more: Partial<AccessChange>): AccessChange => ({
  person: BEN,
  project: WEB,
  kind: "project",
  before: "none",
  after: "member",
  direction: "gained",
  by: ["orgform_access_control.web", "orgform_role.b|c"],
  ...more,
});

const REPORTS: Readonly<Record<string, AccessReport>> = {
  "all of it": FULL,
  "with what a plan changes": {
    ...FULL,
    gaps: [],
    changes: [
      change({}),
      change({ person: ANN, kind: "dashboard", before: "manager", after: "viewer", direction: "lost", by: [] }),
      change({ person: CID, before: { unknown: "hidden" }, after: "none", direction: "unclear" }),
    ],
  },
  "with a plan that changes nothing": { ...FULL, gaps: [], changes: [] },
  "with a plan, and something that isn't known": { ...FULL, changes: [] },
  "of nobody": { ...FULL, order: "highest rule", people: [], rows: [], gaps: [] },
  "of people who can't be read": {
    ...FULL,
    order: "unknown",
    people: [],
    rows: [],
    gaps: [{ section: "people", reason: "it answered 403" }],
  },
};

test.each(Object.entries(FORMATS))("access as %s is as recorded, whatever the names are", (format, print) => {
  const parts = Object.entries(REPORTS).map(
    ([what, report]) => `### ${what}\n${print(report).replaceAll("\r", "<CR>")}`,
  );
  // Style and script are the same in all of them.
  const [first, ...others] = parts;
  const text = [first, ...others.map((one) => one.replaceAll(/<(?<tag>style|script)>[^]*?<\/\k<tag>>/gu, ""))].join(
    "\n",
  );
  expect(text).toBe(recordedAs(`access-${format}.txt`, text));
});
