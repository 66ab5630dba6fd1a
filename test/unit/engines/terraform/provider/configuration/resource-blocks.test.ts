import { describe, expect, test } from "@jest/globals";
import * as fc from "fast-check";

import { resourceBlocks } from "../../../../../../src/engines/terraform/provider/configuration/resource-blocks.ts";

const PROGRAM = `
# resource "orgform_role" "comment" {}
/* resource "orgform_role" "longer" {} */
locals { text = "resource \\"a\\" \\"b\\" { \${join(",", [for x in ["}"] : "\${x}"])}" }

resource "orgform_batch_export" "daily" {
  name        = "Daily" // the name
  for_each    = { for key, value in var.all : key => value }
  interval    = var.often ? "hour" : "day"
  description = <<-EOT
    resource "orgform_role" "text" {
  EOT
  destination = {
    type = "S3", config = {
      bucket_name : "b"
      "region"    = lookup({ a = "x" }, "a")
    }
  }
  credentials = merge({ a = 1 }, { b = 2 })
  lifecycle {
    ignore_changes = [name]
  }
  paused = true
}

resource "orgform_role" "last" { name = "R" }
`;

describe("the blocks of a configuration", () => {
  test("are those of resources, with what is written out in them", () => {
    const [daily, last, ...others] = resourceBlocks(PROGRAM);
    expect(others).toEqual([]);
    expect(daily).toMatchObject({ type: "orgform_batch_export", name: "daily", line: 6 });
    const named = (name: string) => daily?.attributes.find((one) => one.name === name);
    expect(daily?.attributes.map(({ name }) => name)).toEqual([
      "name",
      "for_each",
      "interval",
      "description",
      "destination",
      "credentials",
      "paused",
    ]);
    expect(named("name")?.text).toBe("Daily");
    for (const name of ["for_each", "interval", "description", "credentials"])
      expect(named(name)).toEqual({ name, line: expect.any(Number) });
    expect(named("destination")?.object?.members).toEqual([
      { name: "type", line: 14, text: "S3" },
      {
        name: "config",
        line: 14,
        object: {
          members: [
            { name: "bucket_name", line: 15, text: "b" },
            { name: "region", line: 16 },
          ],
        },
      },
    ]);
    expect(last).toEqual({
      type: "orgform_role",
      name: "last",
      line: expect.any(Number),
      attributes: [{ name: "name", line: expect.any(Number), text: "R" }],
    });
  });

  test("end with any text", () => {
    const pieces = fc.array(
      fc.constantFrom('resource "a" "b" {', "{", "}", '"', "${", "<<E\n", "\n", "x = ", "[", "#", "/*", "é"),
    );
    fc.assert(
      fc.property(pieces, (some) => {
        expect(resourceBlocks(some.join("")).length).toBeLessThanOrEqual(some.length);
      }),
      { numRuns: 300 },
    );
  });
});
