import type { SandboxOptions } from "../../../packages/sandbox/src/index.ts";
import { type Fixture, openFixture } from "./client.ts";

/** A sandbox with an empty project that can capture events. */
export type Analytics = Fixture & {
  readonly project: number;
  readonly token: string;
  /** An unscoped key, the only kind that can call operations without a declared scope. */
  readonly legacyKey: string;
  /** Path below the project. */
  under(path: string): string;
  capture(events: readonly object[]): Promise<void>;
};

/** Starts a sandbox whose organization has one more project, without persons or events. */
export async function openAnalytics(options: SandboxOptions = {}): Promise<Analytics> {
  const fixture = await openFixture(options);
  const { control } = fixture.sandbox;
  const email = "founder@acme.example";
  const organization = control.createOrganization({ email, name: "Analytics" });
  const founder = control.users().find((user) => user.email === email);
  control.updateUser(founder?.id ?? "", { currentOrganization: organization.id });
  const projects = control.snapshot().tables["projects"] as {
    organization?: string;
    number?: number;
    api_token?: string;
  }[];
  const row = projects.find((each) => each.organization === organization.id);
  const [project, token] = [row?.number ?? 0, row?.api_token ?? ""];
  return {
    ...fixture,
    project,
    token,
    legacyKey: control.createKey({ email, scopes: null }).apiKey,
    under: (path) => `/api/projects/${project}/${path}`,
    async capture(events) {
      const answer = await fixture.call("POST", "/batch/", { api_key: token, batch: events }, { key: null });
      if (answer.status !== 200) throw new Error(`capture: ${answer.status} ${answer.text}`);
    },
  };
}
