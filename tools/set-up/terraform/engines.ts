/** The two engines that speak the plugin protocol, and where their sources are. */

/** An engine by the name that commands and folders use. */
export type EngineName = "terraform" | "opentofu";

/** The facts about an engine that the setup needs. */
export interface EngineFacts {
  readonly name: EngineName;
  /** As its makers write it. */
  readonly title: string;
  /** Name of the program, on PATH too. */
  readonly program: string;
  /** The variable that names a program to be used instead. */
  readonly variable: string;
  /** The Go module. */
  readonly module: string;
  /** The package of the program. */
  readonly package: string;
  /** The version that is built when none is at hand; its modules are pinned under `tools/terraform-cli`. */
  readonly version: string;
  /** The versions between which the provider works: the oldest and the newest, for `npm run test:terraform-versions`. */
  readonly range: readonly [oldest: string, newest: string];
  /** Versions between these, one of each that brought something: with them run the tests of what not every engine has. */
  readonly between: readonly string[];
}

/** Versions: those that the Go module proxy gives (tried 2026-11-21). */
export const ENGINES: Readonly<Record<EngineName, EngineFacts>> = {
  terraform: {
    name: "terraform",
    title: "Terraform",
    program: "terraform",
    variable: "ORGFORM_TERRAFORM",
    module: "github.com/hashicorp/terraform",
    package: "github.com/hashicorp/terraform",
    version: "1.11.4",
    range: ["1.8.5", "1.16.0"],
    between: ["1.10.5", "1.12.2", "1.13.3", "1.14.0", "1.15.0"],
  },
  opentofu: {
    name: "opentofu",
    title: "OpenTofu",
    program: "tofu",
    variable: "ORGFORM_TOFU",
    module: "github.com/opentofu/opentofu",
    package: "github.com/opentofu/opentofu/cmd/tofu",
    version: "1.12.6",
    range: ["1.8.11", "1.12.6"],
    between: ["1.9.4", "1.10.10", "1.11.0"],
  },
};
