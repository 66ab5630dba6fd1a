import { describe, expect, test } from "@jest/globals";

import { domain } from "../../../../src/catalog/resources/domain/domain.ts";
import { guideOf, type GuideOptions, plain } from "../../../../src/cli/migrate/guide.ts";
import type { Change, Migration, NewObject } from "../../../../src/migrate/migration.ts";
import { recorded } from "../../../support/migration-search.ts";
import { recordedAs } from "../../../support/recorded-text.ts";

const OPTIONS: GuideOptions = {
  folder: "orgform-migration",
  written: {
    file: "migration.tf",
    text: "",
    takeIn: "Copy the file.",
    fillIn: ["export TF_VAR_one=<value>"],
    leave: { words: "They leave the state.", commands: ["terraform state rm one", "terraform state rm two"] },
    preview: "terraform plan",
    apply: "terraform apply",
    afterwards: "Delete the folder afterwards.",
  },
  sources: {
    main: "main.tf",
    entry: {} as GuideOptions["sources"]["entry"], // -- a guide doesn't look at it
    declaredAt: ({ address }) => (address === "near" ? { file: "near.tf", line: 7 } : undefined),
    declarationOf: ({ address }) =>
      ["near", "nowhere"].includes(address)
        ? undefined
        : {
            file: `${address}.tf`,
            lines: { first: 3, last: 9, isAlone: address === "one" },
            linesOf: (input) =>
              input === "computed"
                ? undefined
                : { first: 4, last: input === "long" ? 5 : 4, isAlone: input !== "shared" },
          },
  },
};

const object = (address: string) => recorded("Domain", address, {});
const MADE = { definition: domain, id: "", words: ["new"], inputs: {}, isThere: false } satisfies NewObject;

const CHANGES: readonly Change[] = [
  {
    finding: "One <b>\nmoves.",
    made: [MADE],
    leaving: [{ object: object("one"), stop: "orgform call pause one" }, { object: object("two") }],
    decisions: ["Which <one>?"],
  },
  {
    finding: "Others leave.",
    leaving: [{ object: object("near"), stop: "orgform call pause near" }, { object: object("nowhere") }],
  },
  {
    finding: "Inputs go.",
    edits: ["one", "nowhere"].map((address) => ({
      object: object(address),
      definition: domain,
      inputs: ["short", "long", "shared", "computed"],
    })),
    decisions: ["When?"],
  },
];

const guide = (migration: Partial<Migration>, written: Partial<GuideOptions["written"]> = {}): string =>
  guideOf({ changes: [], unread: [], ...migration }, { ...OPTIONS, written: { ...OPTIONS.written, ...written } });

/** The headings of a guide. */
const headingsIn = (text: string): string[] => [...text.matchAll(/^#+ (.*)$/gmu)].map(([, title = ""]) => title);

test("a guide has each step that its changes need, with its lines and commands", () => {
  const text = guide({ changes: CHANGES, unread: [{ what: "SAML\nof <all>", reason: "no scope" }] });
  expect(text).toBe(recordedAs("migration-guide.txt", text));
});

describe("a guide has no step that nobody needs", () => {
  const always = ["Migrate to another version of the service", "What changes", "Steps"];
  const STOP = "Pause the exports that new ones continue";
  const SET = "Set what only you know";
  const LINES = "Remove lines from your files";
  const ADD = "Add the new code";
  const LEAVE = "Remove objects that stay in the service from the state";
  const IGNORE = "Tell `orgform drift` to ignore them";
  const APPLY = "Preview and apply";

  test.each<[string, readonly Change[], readonly string[], readonly string[]]>([
    ["new objects", [{ finding: "a", made: [MADE] }], [], [ADD, APPLY]],
    ["new objects with secrets", [{ finding: "a", made: [MADE] }], ["export A="], [SET, ADD, APPLY]],
    [
      "objects that leave",
      [{ finding: "a", leaving: [{ object: object("one") }] }],
      [],
      [LINES, ADD, LEAVE, IGNORE, APPLY],
    ],
    [
      "objects that stop",
      [{ finding: "a", leaving: [{ object: object("one"), stop: "s" }] }],
      [],
      [STOP, LINES, ADD, LEAVE, IGNORE, APPLY],
    ],
    [
      "edits",
      [{ finding: "a", edits: [{ object: object("one"), definition: domain, inputs: ["short"] }] }],
      [],
      [LINES, APPLY],
    ],
    ["nothing", [], [], [APPLY]],
  ])("for %s", (_what, changes, fillIn, steps) => {
    const numbered = steps.map((title, index) => `${index + 1}. ${title}`);
    expect(headingsIn(guide({ changes }, { fillIn }))).toEqual([...always, ...numbered]);
  });

  test("and no empty block of commands", () => {
    const changes = [{ finding: "a", leaving: [{ object: object("one") }] }];
    const text = guide({ changes }, { leave: { words: "They leave by themselves.", commands: [] } });
    expect(text).toContain("They leave by themselves.\n\n- Domain `one`\n\n### 5.");
    expect(headingsIn(guide({ changes: [], unread: [{ what: "a", reason: "b" }] })).at(-1)).toBe("Not checked");
  });
});

test("a text of the service is one line without tags", () => {
  expect(plain("a\n<b>\u2028c\u202Ed")).toBe("a  b  c d");
});
