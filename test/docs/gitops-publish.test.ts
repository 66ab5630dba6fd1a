import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import { type ProgramResult, runProgram } from "../../scripts/run-program.ts";
import { REPOSITORY } from "../support/doc-pages.ts";
import { testInFull } from "../support/extent.ts";
import { FakeForge, type Row } from "../support/fake-forge.ts";

const PUBLISH = join(REPOSITORY, "examples/gitops/scripts/publish.mjs");
const REPORT = "<!-- orgform-drift -->\n### Drift: 1 changed\n";

let folder: string;
let forge: FakeForge;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-publish-"));
  writeFileSync(join(folder, "report.md"), REPORT);
});

afterEach(async () => {
  await forge.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Forge {
  readonly author: Row;
  readonly stranger: Row;
  readonly environment: (origin: string) => Record<string, string>;
  readonly comments: string;
  readonly issues: string;
  readonly expected: readonly string[];
  readonly bodyField: string;
}

const FORGES: Readonly<Record<string, Forge>> = {
  GitHub: {
    author: { user: { type: "Bot" } },
    stranger: { user: { type: "User" } },
    environment: (origin) => ({
      GITHUB_API_URL: origin,
      GITHUB_REPOSITORY: "acme/org",
      GITHUB_TOKEN: "t",
      PULL_REQUEST: "3",
    }),
    comments: "/repos/acme/org/issues/3/comments",
    issues: "/repos/acme/org/issues",
    bodyField: "body",
    expected: [
      "POST /repos/acme/org/issues/3/comments body",
      "PATCH /repos/acme/org/issues/comments/501 body",
      "POST /repos/acme/org/issues title,body",
      "PATCH /repos/acme/org/issues/12 title,body",
      "PATCH /repos/acme/org/issues/12 title,body,state",
    ],
  },
  GitLab: {
    author: { author: { id: 7 } },
    stranger: { author: { id: 8 } },
    environment: (origin) => ({
      GITLAB_CI: "true",
      CI_API_V4_URL: origin,
      CI_PROJECT_ID: "9",
      GITLAB_TOKEN: "t",
      CI_MERGE_REQUEST_IID: "3",
    }),
    comments: "/projects/9/merge_requests/3/notes",
    issues: "/projects/9/issues",
    bodyField: "description",
    expected: [
      "POST /projects/9/merge_requests/3/notes body",
      "PUT /projects/9/merge_requests/3/notes/501 body",
      "POST /projects/9/issues title,description",
      "PUT /projects/9/issues/12 title,description",
      "PUT /projects/9/issues/12 title,description,state_event",
    ],
  },
};

describe.each(Object.entries(FORGES))(
  "on %s",
  (_name, { author, stranger, environment, comments, issues, expected, bodyField }) => {
    let env: Record<string, string>;

    beforeEach(async () => {
      forge = new FakeForge(author);
      env = environment(await forge.open());
    });

    const publish = (...args: readonly string[]): Promise<ProgramResult> =>
      runProgram(process.execPath, [PUBLISH, ...args], {
        env: { PATH: process.env["PATH"], ...env },
        cwd: folder,
        timeoutMs: 25_000,
      });
    const must = async (...args: readonly string[]): Promise<void> =>
      expect([args, await publish(...args)]).toEqual([args, { status: 0, output: "", timedOut: false }]);

    test("there is one comment and one issue, however often a report comes, and the issue is closed when all is well", async () => {
      // Texts of other authors and closed issues don't count, and ours can be on a later page.
      const others = { ...forge.row({ body: REPORT, [bodyField]: REPORT }), ...stranger };
      const closed = forge.row({ [bodyField]: REPORT, closed_at: "2026-11-20T10:00:00Z" });
      forge.rows.set(
        comments,
        Array.from({ length: 100 }, () => others),
      );
      forge.rows.set(issues, [others, closed]);
      await must("issue", "report.md", "0");
      expect(forge.writes).toEqual([]);
      await must("comment", "report.md");
      await must("comment", "report.md");
      await must("issue", "report.md", "2");
      await must("issue", "report.md", "2");
      await must("issue", "report.md", "0");
      expect(forge.writes).toEqual(expected);
    });

    testInFull("a check and a drift report have separate issues, each with its own title", async () => {
      writeFileSync(join(folder, "check.md"), "<!-- orgform-check -->\n### Check: 1 error\n");
      await must("issue", "report.md", "2");
      await must("issue", "check.md", "2");
      expect((forge.rows.get(issues) ?? []).map(({ title }) => title)).toEqual([
        "The organization differs from its code",
        "The organization breaks its rules",
      ]);
    });

    test("what could not be told, a missing variable and a refusal are said, and nothing is written", async () => {
      expect(await publish("issue", "report.md", "1")).toMatchObject({
        status: 1,
        output: expect.stringContaining("usage:"),
      });
      forge.refusal = 403;
      const refused = await publish("comment", "report.md");
      expect(refused.output).toMatch(/^publish: GET \/\S+ answered 403: .* Look at the permissions of the token\.\n$/u);
      env = Object.fromEntries(Object.entries(env).filter(([name]) => !name.endsWith("_TOKEN")));
      expect(await publish("comment", "report.md")).toMatchObject({
        status: 1,
        output: expect.stringMatching(/_TOKEN is not set/u),
      });
      expect(forge.writes).toEqual([]);
    });
  },
);
