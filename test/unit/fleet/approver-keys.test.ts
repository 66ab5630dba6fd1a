import { describe, expect, test } from "@jest/globals";

import { isGpgKey, keyOf, signatureRule } from "../../../packages/fleet/src/file/approve-schema.ts";

const isTaken = (key: string): boolean => signatureRule.safeParse({ by: { ann: key } }).success;
const DATA = "A1+/".repeat(10);
const KINDS = [
  "ssh-ed25519",
  "ssh-rsa",
  "ecdsa-sha2-nistp256",
  "ecdsa-sha2-nistp384",
  "ecdsa-sha2-nistp521",
  "sk-ssh-ed25519@openssh.com",
  "sk-ecdsa-sha2-nistp256@openssh.com",
];

describe("a public key of OpenSSH", () => {
  test.each(KINDS)("can be of the kind %s, with a comment or without", (kind) => {
    for (const end of ["", "=", "==", " ", " ann@acme", " é| x  y", "= ann"]) {
      expect([end, isTaken(`${kind} ${DATA}${end}`)]).toEqual([end, true]);
      expect(keyOf(`${kind} ${DATA} ann@acme laptop`)).toBe(`${kind} ${DATA}`);
    }
    expect(isGpgKey(`${kind} ${DATA}`)).toBe(false);
  });

  test.each(KINDS)("of the kind %s is one line with nothing before it, and long enough", (kind) => {
    for (const key of [
      `${kind} ${DATA.slice(1)}`,
      `${kind}${DATA}`,
      `${kind}  ${DATA}`,
      `${kind}\t${DATA}`,
      `x${kind} ${DATA}`,
      ` ${kind} ${DATA}`,
      `${kind}x ${DATA}`,
      `${kind} ${DATA}===`,
      `${kind} ${DATA}-`,
      `${kind} -${DATA}`,
      `${kind} ${DATA}\n`,
      `${kind} ${DATA} ann\nbob`,
      `${kind} ${DATA} ann\r`,
    ])
      expect([key, isTaken(key)]).toEqual([key, false]);
  });

  test.each([
    "ssh-dss",
    "ecdsa-sha2-nistp128",
    "ecdsa-sha2-nistp",
    "sk-ssh-ed25519",
    "sk-ssh-ed25519@opensshxcom",
    "sk-ecdsa-sha2-nistp384@openssh.com",
    "ssh-ed25519@openssh.com",
    "",
  ])("can't be of the kind %j", (kind) => {
    expect(isTaken(`${kind} ${DATA}`)).toBe(false);
  });
});

describe("a public key of GnuPG", () => {
  const [BEGIN, END] = ["-----BEGIN PGP PUBLIC KEY BLOCK-----", "-----END PGP PUBLIC KEY BLOCK-----"];
  const block = (...lines: readonly string[]): string => [BEGIN, ...lines, END].join("\n");

  test.each([
    ["as it is exported", block("", DATA, "=AbC1")],
    ["with headers", block("Version: GnuPG v2", "Comment: é | x", "", DATA, DATA, "=AbC1")],
    [
      "with blanks and other ends of lines",
      `\n ${block(" \t", `${DATA} \t`, "=AbC1  ").replaceAll("\n", "\r\n")}\r\n \n`,
    ],
  ])("is taken %s", (_what, key) => {
    expect([isTaken(key), isGpgKey(key), keyOf(key)]).toEqual([true, true, key.replaceAll(/\s/gu, "")]);
  });

  test.each([
    ["without an empty line", block(DATA, DATA)],
    ["of one line", block("", DATA)],
    ["without a line", block("")],
    ["with a header without a value", block("Comment:x", "", DATA, "=AbC1")],
    ["with a header that is none", block("Com2ment: x", "", DATA, "=AbC1")],
    ["with a header without a name", block(": x", "", DATA, "=AbC1")],
    ["with an empty line in between", block("", DATA, "", DATA)],
    ["with other characters", block("", DATA, "=AbC1-")],
    ["with a blank within a line", block("", `${DATA} ${DATA}`, "=AbC1")],
    ["with a text before it", `x${block("", DATA, "=AbC1")}`],
    ["with a text after it", `${block("", DATA, "=AbC1")}x`],
    ["with a longer first line", block("", DATA, "=AbC1").replace("-----\n", "------\n")],
    ["without its last line", block("", DATA, "=AbC1").replace(END, "")],
    ["that is private", block("", DATA, "=AbC1").replaceAll("PUBLIC", "PRIVATE")],
  ])("is refused %s", (_what, key) => {
    expect(isTaken(key)).toBe(false);
  });
});

test.each([
  ["a", true],
  ["a.b_c-1", true],
  ["a".repeat(64), true],
  ["a".repeat(65), false],
  ["A", false],
  ["a-", false],
  [".a", false],
  ["a b", false],
  ["é", false],
  ["", false],
])("an approver's name can be %j: %s", (name, isGood) => {
  expect(signatureRule.safeParse({ by: { [name]: `ssh-rsa ${DATA}` } }).success).toBe(isGood);
});
