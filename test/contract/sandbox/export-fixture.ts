import type { Dialect } from "../../../packages/sandbox/src/index.ts";
import { type Fixture, type TestAnswer, openFixture } from "./client.ts";

/** Settings of a destination, with secrets. */
export const S3 = {
  bucket_name: "b",
  region: "r",
  prefix: "p/",
  aws_access_key_id: "AK",
  aws_secret_access_key: "SK",
};

const START = "2026-03-02T10:20:00.000Z";

type Row = { number: number; organization: string; api_token: string };

/** A created export, with its path below the project. */
export type Made = { readonly id: string; readonly path: string; readonly answer: TestAnswer };

/** A sandbox whose clock shows twenty past ten, with the actions that tests of batch exports need. */
export class ExportFixture {
  readonly fixture: Fixture;
  /** The organization whose first project contains the exports. */
  home: string;

  private constructor(fixture: Fixture) {
    this.fixture = fixture;
    this.home = fixture.sandbox.organizationId;
    fixture.sandbox.control.setClock(START, true);
  }

  static async open(dialect: Dialect): Promise<ExportFixture> {
    return new ExportFixture(await openFixture({ dialect, now: START }));
  }

  /** Number of an organization's first project. */
  project(organization = this.home): number {
    return this.projectRow(organization)?.number ?? 0;
  }

  below(path = ""): string {
    return `/api/projects/${this.project()}/batch_exports/${path}`;
  }

  seconds(count: number): void {
    this.fixture.sandbox.control.advanceClock(count);
  }

  /** Creates an export below the project, which both dialects allow. */
  async make(more: object = {}): Promise<Made> {
    const body = { name: "out", interval: "hour", destination: { type: "S3", config: S3 }, ...more };
    const answer = await this.fixture.call("POST", this.below(), body);
    return { id: answer.json?.id, path: this.below(`${answer.json?.id}/`), answer };
  }

  async get(path: string): Promise<TestAnswer["json"]> {
    return (await this.fixture.call("GET", path)).json;
  }

  /** Captures one event with this time. */
  async capture(timestamp: string): Promise<void> {
    const batch = [{ event: "seen", distinct_id: "d", timestamp, properties: {} }];
    const api_key = this.projectRow(this.home)?.api_token;
    await this.fixture.call("POST", "/batch/", { api_key, batch }, { key: null });
  }

  private projectRow(organization: string): Row | undefined {
    const rows = this.fixture.sandbox.control.snapshot().tables["projects"] as (Row & { id: string })[];
    return rows.find((row) => row.organization === organization);
  }
}

/** The parts of a refusal that tests compare. */
export function refusal({ status, json }: TestAnswer): unknown[] {
  return [status, json?.code, json?.attr];
}
