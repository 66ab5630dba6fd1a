import { describe, expect, test } from "@jest/globals";

import { codedText, OperationError } from "../../../src/driver/operation-error.ts";
import { OrgformProblem, PartialResultError } from "../../../src/model/diagnostics.ts";
import { printed } from "../../../src/model/messages.ts";
import { apiError } from "../../support/fake-service.ts";

const ATTEMPT = { verb: "update", resource: "Box" } as const;

describe("the text of an error ends with the code under which docs/errors.md explains it", () => {
  const refused = apiError({ category: "permission", status: 403, code: "permission_denied" });
  const unnamed = Object.assign(apiError({ category: "permission", status: 403, code: "permission_denied" }), {
    message: "No.",
  });

  test.each<[what: string, error: Error, ending: string]>([
    ["of Orgform itself", new OrgformProblem("wait_failed", "The box is gone"), "The box is gone\nCode: wait_failed"],
    ["of the service", new OperationError(ATTEMPT, unnamed), "No.\nCode: permission_denied"],
    [
      "of the service, within another error",
      new Error("a", { cause: new Error("b", { cause: unnamed }) }),
      "a\nCode: permission_denied",
    ],
    [
      "of what interrupted it, not of the fact that it was interrupted",
      new PartialResultError("Half of it is done", "b1", {}, unnamed),
      "Half of it is done\nNo.\nCode: permission_denied",
    ],
    ["once, where the text has it already", new OperationError(ATTEMPT, refused), "POST /boxes/: no."],
    ["and not at all, where there is none", new Error("a", { cause: new Error("b") }), "a"],
  ])("%s", (_what, error, ending) => {
    const text = printed(codedText(error));
    expect(text.endsWith(ending)).toBe(true);
    expect(text.split("permission_denied").length).toBeLessThanOrEqual(2);
  });
});
