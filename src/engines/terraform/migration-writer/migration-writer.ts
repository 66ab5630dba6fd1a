import { STEP } from "../../../adopt/literal.ts";
import { snakeCase } from "../../../adopt/names.ts";
import type { Migration } from "../../../migrate/migration.ts";
import type { MigrationPlace, MigrationWriter, WrittenMigration } from "../../engine.ts";
import { importBlock, resourceBlock, variableBlock } from "../program-writer/blocks.ts";
import { attributeLines } from "../program-writer/hcl.ts";
import { ResourceSchema } from "../provider/resource-schema.ts";

const FILE = "migration.tf";

/** Writes migrations for Terraform and OpenTofu. */
export const migrationWriter: MigrationWriter = {
  reserved: [],
  write,
};

function write({ changes }: Migration, { folder }: MigrationPlace): WrittenMigration {
  const made = changes.flatMap((change) => change.made ?? []);
  const secrets = changes.flatMap((change) => change.secrets ?? []);
  const leaving = new Set(
    changes.flatMap((change) => change.leaving ?? []).map(({ object }) => blockOf(object.address)),
  );
  const blocks = [
    ...secrets.map(variableBlock),
    ...made.flatMap((object) => [
      ...(object.isThere ? [importBlock(object)] : []),
      resourceBlock(ResourceSchema.of(object.definition), object),
    ]),
    ...[...leaving].map(removedBlock),
  ];
  return {
    file: FILE,
    text: blocks.join("\n"),
    takeIn: `Move the file to the others: \`mv ${folder}/${FILE} ${folder}.tf\``,
    fillIn: secrets.map(({ words }) => `export TF_VAR_${snakeCase(words)}=<value>`),
    leave: {
      words:
        "The `removed` blocks of the new file remove them from the state. Nothing is deleted in the service. For OpenTofu before " +
        "1.10, leave out their `lifecycle`. It deletes nothing either.",
      commands: [],
    },
    preview: "terraform plan",
    apply: "terraform apply",
    afterwards:
      "The plan shows creations and imports, and updates of the declarations that lost lines, for which nothing is sent. Nothing " +
      "is replaced, and nothing that should stay is deleted. A secret " +
      "of an imported object shows as a change, for which nothing is sent. After one `terraform apply`, a plan is empty, " +
      "and you can remove the `import` and `removed` blocks. With OpenTofu, use `tofu` instead of `terraform`. The new code " +
      "contains IDs. You can replace them with attributes of other resources, which makes no difference.",
  };
}

/** The block that declares an object; each of its instances goes by that. */
function blockOf(address: string): string {
  return address.replaceAll(/\[(?:"(?:[^"\\]|\\.)*"|\d+)\]/gu, "");
}

function removedBlock(address: string): string {
  const inner = `${STEP}lifecycle {\n${attributeLines([["destroy", "false"]], STEP + STEP)}${STEP}}\n`;
  return `removed {\n${attributeLines([["from", address]], STEP)}\n${inner}}\n`;
}
