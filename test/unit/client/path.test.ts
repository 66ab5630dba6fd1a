import { describe, expect, it } from "@jest/globals";
import { fillRoute } from "../../../src/client/path.ts";

describe("a route", () => {
  it("is filled with encoded parameters", () => {
    expect(fillRoute("/a/{one}/b/{two}/", { one: "01a1-fb11", two: "ü/?#%20 @" })).toBe(
      "/a/01a1-fb11/b/%C3%BC%2F%3F%23%2520%20@/",
    );
    expect(fillRoute("/a/@current/")).toBe("/a/@current/");
  });

  it.each(["", ".", "..", undefined, null, 7, {}, ["x"], "\ud800"])(
    "refuses the parameter %j without showing it",
    (value) => {
      let error: unknown;
      try {
        fillRoute("/a/{organization_id}/", { organization_id: value });
      } catch (caught) {
        error = caught;
      }
      expect(error).toMatchObject({ code: "path_parameter_invalid" });
      expect(String(error)).toMatch(
        /^OrgformError: The path parameter organization_id must be an ID; found [a-z ]+\. Nothing was sent\.$/,
      );
    },
  );

  it("takes no parameter from the prototype", () => {
    expect(() => fillRoute("/a/{constructor}/", {})).toThrow(/constructor must be an ID/);
  });
});
