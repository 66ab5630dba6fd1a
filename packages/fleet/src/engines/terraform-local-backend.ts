import { copyFileSync, existsSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * Puts the backup in place of a state that is empty: Terraform and OpenTofu write a local state in place, and one that is
 * killed meanwhile leaves a file of no bytes, which reads as "nothing was made yet". What the run made after the backup
 * is found by the records of creates.
 *
 * @param folder - of the module
 * @source Terraform 1.11 and docs/recovery.md, seen after a kill -9 of `terraform apply`
 */
export function restoreEmptyState(folder: string, workspace: string): void {
  const state = join(folder, "terraform.tfstate.d", workspace, "terraform.tfstate");
  const backup = `${state}.backup`;
  if (statSync(state, { throwIfNoEntry: false })?.size === 0 && existsSync(backup)) copyFileSync(backup, state);
}
