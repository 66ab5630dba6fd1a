import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { TestAnswer } from "./client.ts";
import { ExportFixture } from "./export-fixture.ts";

let stage: ExportFixture;
let all: string;
let member: string;
beforeEach(async () => {
  stage = await ExportFixture.open("2026-09");
  const { control, organizationId } = stage.fixture.sandbox;
  all = control.createKey({ email: "founder@acme.example", scopes: ["*"] }).apiKey;
  control.createUser({ email: "ann@acme.example" });
  control.addMembership({ email: "ann@acme.example", organizationId, level: 1 });
  member = control.createKey({ email: "ann@acme.example", scopes: ["*"] }).apiKey;
  // Without a rule, every member administers the project.
  await call("PUT", "access_controls/", { access_level: "member" });
});
afterEach(() => stage.fixture.close());

const call = (method: string, path: string, body?: object, key = all): Promise<TestAnswer> =>
  stage.fixture.call(method, `/api/projects/${stage.project()}/${path}`, body, { key });
const KEYS = { name: "keys", aws_access_key_id: "AK", aws_secret_access_key: "SK" };
const PHONE = { account_sid: "AC1", auth_token: "secret" };
const SERVER = { host: "db.example", port: 5432, user: "u", password: "one" };

describe("integrations, service 2026-09, integrations.md", () => {
  test("are deleted by an administrator of the project if no export uses them", async () => {
    const { json: made } = await call("POST", "integrations/", { kind: "aws-s3", config: KEYS });
    const destination = {
      type: "AwsS3",
      config: { bucket_name: "b", region: "r", prefix: "p/" },
      integration: made.id,
    };
    const { json: user } = await call("POST", "batch_exports/", { name: "out", interval: "hour", destination });
    const at = `integrations/${made.id}/`;
    expect((await call("DELETE", at, undefined, member)).status).toBe(403);
    const used = await call("DELETE", at);
    expect([used.status, used.json.detail]).toEqual([
      400,
      "This integration is used by batch exports: out. Update them to use a different integration before disconnecting it.",
    ]);
    await call("DELETE", `batch_exports/${user.id}/`);
    expect((await call("DELETE", at)).status).toBe(204);
    expect((await call("GET", at)).status).toBe(404);
    expect((await call("POST", "integrations/", { kind: "aws-s3", config: KEYS })).status).toBe(201);
  });

  test("are added by any member, and overwritten only by an administrator of the project", async () => {
    const made = await call("POST", "integrations/", { kind: "postgresql", config: SERVER }, member);
    expect(made.status).toBe(201);
    const again = { kind: "postgresql", config: { ...SERVER, password: "two" } };
    const refused = await call("POST", "integrations/", again, member);
    expect([refused.status, refused.json.detail]).toEqual([
      403,
      "Editing an existing integration requires project admin access.",
    ]);
    expect((await call("POST", "integrations/", again)).json.id).toBe(made.json.id);
  });

  test("list what the other service has, as set by the control plane", async () => {
    const { control } = stage.fixture.sandbox;
    const connect = (kind: string, connection: object): number =>
      (
        control.call("POST", "integrations", {
          project: stage.project(),
          kind,
          config: {},
          connection: { id: kind, name: `Acme at ${kind}`, ...connection },
        }) as { number: number }
      ).number;
    const slack = connect("slack", {
      channels: [
        { id: "C1", name: "general" },
        { id: "C2", name: "secret", is_private: true },
      ],
      users: [{ id: "U1", name: "ann" }],
    });
    const shown = (await call("GET", `integrations/${slack}/`)).json;
    const named = { kind: "slack", display_name: "Acme at slack" };
    expect(shown).toMatchObject({ ...named, installation_shared: null, installation_status: null });
    const channels = (await call("GET", `integrations/${slack}/channels/?limit=1&offset=0&search=`)).json;
    expect(channels).toMatchObject({ has_more: true, channels: [{ id: "C1", is_member: true, is_private: false }] });
    expect((await call("GET", `integrations/${slack}/users/`)).json).toMatchObject({
      has_more: false,
      users: [{ id: "U1", name: "ann", display_name: "ann" }],
    });
    expect((await call("GET", `integrations/${slack}/channels/?search=gen`)).status).toBe(501);
    expect((await call("GET", `integrations/${slack}/channels/?limit=900`)).status).toBe(400);
    const github = connect("github", { repositories: [{ id: 1, name: "app", full_name: "acme/app" }] });
    expect((await call("GET", `integrations/${github}/`)).json).toMatchObject({
      installation_shared: false,
      installation_status: "connected",
    });
    expect((await call("GET", `integrations/${github}/github_repos/`)).json).toEqual({
      repositories: [{ id: 1, name: "app", full_name: "acme/app" }],
      has_more: false,
      total: 1,
    });
    const jira = connect("jira", { projects: [{ id: "1", key: "AC", name: "Acme" }] });
    expect((await call("GET", `integrations/${jira}/jira_projects/`)).json).toEqual({
      projects: [{ id: "1", key: "AC", name: "Acme" }],
    });
    const linear = connect("linear", { teams: [{ id: "t", name: "Team" }] });
    expect((await call("GET", `integrations/${linear}/linear_teams/`)).json).toEqual({
      teams: [{ id: "t", name: "Team" }],
    });
    const wrong = await call("GET", `integrations/${linear}/channels/`);
    expect([wrong.status, wrong.json.detail]).toEqual([
      400,
      "channels endpoint is only supported for Slack integrations",
    ]);
    expect((await call("GET", `integrations/${github}/github_branches/`)).status).toBe(501);
  });

  test("can't be deleted while an enabled function names one, but can after it's disabled", async () => {
    const { json: phone } = await call("POST", "integrations/", { kind: "twilio", config: PHONE });
    const at = `integrations/${phone.id}/`;
    const inputs_schema = [
      { key: "phone", type: "integration", label: "Phone" },
      { key: "other", type: "number", label: "Other" },
    ];
    const body = { type: "destination", name: "Text", hog: "return event", enabled: true, inputs_schema };
    const [byNumber, byObject, elsewhere] = [
      { phone: { value: phone.id } },
      { phone: { value: { integrationId: phone.id } } },
      { other: { value: phone.id } },
    ];
    await call("POST", "hog_functions/", { ...body, inputs: elsewhere });
    const { json: user } = await call("POST", "hog_functions/", { ...body, inputs: byNumber });
    const used =
      "This integration is used by enabled data pipelines: Text. Update them to use a different integration before disconnecting it.";
    expect((await call("DELETE", at)).json.detail).toBe(used);
    await call("PATCH", `hog_functions/${user.id}/`, { inputs: byObject });
    expect((await call("DELETE", at)).json.detail).toBe(used);
    await call("PATCH", `hog_functions/${user.id}/`, { enabled: false });
    expect((await call("DELETE", at)).status).toBe(204);
  });

  test("name every user of one that is not deleted, sorted", async () => {
    const { json: keys } = await call("POST", "integrations/", { kind: "aws-s3", config: KEYS });
    for (const name of ["out", "all"]) {
      const config = { bucket_name: "b", region: "r", prefix: `${name}/` };
      const destination = { type: "AwsS3", config, integration: keys.id };
      await call("POST", "batch_exports/", { name, interval: "hour", destination, paused: true });
    }
    const inputs_schema = [{ key: "keys", type: "integration", label: "Keys" }];
    const body = { type: "destination", hog: "return event", inputs_schema, inputs: { keys: { value: keys.id } } };
    for (const [name, enabled] of [
      ["Zoo", true],
      ["Text", true],
      ["Off", false],
    ] as const) {
      await call("POST", "hog_functions/", { ...body, name, enabled });
    }
    expect((await call("DELETE", `integrations/${keys.id}/`)).json.detail).toBe(
      "This integration is used by enabled data pipelines: Text, Zoo and batch exports: all, out. Update them to use a different integration before disconnecting it.",
    );
  });

  test("for email can't be changed by a key", async () => {
    const { json } = await call("POST", "integrations/", { kind: "email", config: MAIL });
    for (const [method, path] of [
      ["PATCH", "email/"],
      ["POST", "email/verify/"],
    ] as const) {
      expect((await call(method, `integrations/${json.id}/${path}`, {})).status).toBe(403);
    }
    expect((await call("PATCH", `integrations/${json.id}/`, {})).status).toBe(405);
  });

  test("for the cloud forms of Redshift need a user, and accept only well-formed settings", async () => {
    const detail = async (more: object) =>
      (await call("POST", "integrations/", { kind: "aws-redshift", config: { ...ROLE, ...more } })).json.detail;
    expect(await detail({})).toBe("Username is required for AWS integration");
    expect(await detail({ user: "u", groups: [] })).toBe("Groups must be a list of at least one string");
    expect(await detail({ user: "u", auto_create: "yes" })).toBe("Auto create can only be True or False");
    expect(await detail({ user: "u", workgroup_arn: "arn:x" })).toMatch(/^Workgroup ARN must be a valid Redshift/u);
    const refused = await call("POST", "integrations/", { kind: "aws-redshift", config: KEYS });
    expect([refused.status, refused.json.attr]).toEqual([400, null]);
  });

  test("for a service account are stored without a key if a part of it is missing", async () => {
    const key = { private_key: "k", private_key_id: "i", token_uri: "https://oauth2.googleapis.com/token" };
    const make = (config: object) =>
      call("POST", "integrations/", { kind: "google-cloud-service-account", config: { ...ACCOUNT, ...config } });
    const names = await Promise.all([make(key), make({ private_key: "k" })]);
    expect(names.map(({ json }) => json.display_name)).toEqual([
      expect.stringMatching(/-key-file$/u),
      expect.stringMatching(/-impersonated$/u),
    ]);
    expect((await make({ ...key, token_uri: "https://t.example" })).status).toBe(400);
  });

  test("have the kinds that the facts name, and can't be created with others", async () => {
    const answers = await Promise.all(
      ["carrier-pigeon", "slack-posthog-code", "google-pubsub", "slack", "helpscout"].map(async (kind) => {
        const { status, json } = await call("POST", "integrations/", { kind, config: {} });
        return [status, json.type, json.code, json.attr, json.detail];
      }),
    );
    expect(answers).toEqual([
      [400, "validation_error", "invalid_choice", "kind", '"carrier-pigeon" is not a valid choice.'],
      [
        400,
        "validation_error",
        "invalid_input",
        "kind",
        "This integration kind is deprecated and can no longer be created.",
      ],
      [400, "validation_error", "invalid_input", null, "Key file not provided"],
      ...["slack", "helpscout"].map(() => [
        501,
        "sandbox_error",
        "not_implemented",
        null,
        expect.stringContaining("in a browser"),
      ]),
    ]);
  });
});

const ROLE = { name: "role", aws_role_arn: "arn:aws:iam::1:role/x" };
const SNOW = { name: "snow", account: "acc-1", user: "u", password: "p" };
const BRICKS = { server_hostname: "b.example", client_id: "c", client_secret: "s" };
const ACCOUNT = { service_account_email: "a@p.example", project_id: "p" };
const KEY_INFO = { client_email: "a@p.example", private_key: "k", token_uri: "https://t.example", project_id: "fire" };
const APPLE = { signing_key: "s", key_id: "k", team_id_apple: "T", bundle_id: "b.c" };
const LAB = { hostname: "https://lab.example", project_id: "7", project_access_token: "t" };
const MAIL = { email: "News@acme.example", name: "News", provider: "ses" };
const BLOB = { connection_string: "A=b;AccountName=acc;AccountKey=k" };

describe("kinds of integrations, service 2026-09, integrations.md", () => {
  test.each<[kind: string, config: object, shown: object, name: string]>([
    ["aws-s3", KEYS, { name: "keys", aws_account_id: "123456789012" }, "keys (AWS account 123456789012)"],
    ["aws-s3", { ...ROLE, aws_access_key_id: "left out" }, ROLE, "role (AWS role 'arn:aws:iam::1:role/x')"],
    ["aws-redshift", { ...ROLE, user: "u" }, { ...ROLE, user: "u" }, "role (AWS role 'arn:aws:iam::1:role/x')"],
    [
      "s3-compatible",
      { ...KEYS, endpoint_url: "https://s3.example" },
      { name: "keys", endpoint_url: "https://s3.example" },
      "keys (access key, https://s3.example)",
    ],
    [
      "snowflake",
      { name: "snow", account: "acc-1", user: "u", authentication_type: "keypair", private_key: "k" },
      { name: "snow", account: "acc-1", user: "u", authentication_type: "keypair" },
      "snow (account: acc-1, keypair auth)",
    ],
    ["google-cloud-service-account", ACCOUNT, ACCOUNT, "ID: a@p.example-PROJECT-impersonated"],
    ["databricks", BRICKS, { server_hostname: "b.example" }, "b.example"],
    ["azure-blob", BLOB, {}, "ID: acc"],
    [
      "postgresql",
      { ...SERVER, port: "5432" },
      { host: "db.example", port: 5432, user: "u", ssl_mode: "require", ssl_root_cert: null },
      "ID: PROJECT-db.example-5432-u",
    ],
    ["twilio", PHONE, { account_sid: "AC1" }, "ID: AC1"],
    [
      "gitlab",
      LAB,
      { hostname: "https://lab.example", project_id: 7, path_with_namespace: "group/project-7" },
      "Group / Project 7",
    ],
    ["anthropic", { api_key: " key ", workspace_label: "ours" }, { workspace_label: "ours" }, "ID: ours"],
    [
      "firebase",
      { key_info: KEY_INFO },
      { project_id: "fire", expires_in: 3599, refreshed_at: expect.any(Number) },
      "ID: fire",
    ],
    ["apns", APPLE, { team_id: "T", bundle_id: "b.c", key_id: "k", environment: "production" }, "b.c"],
    [
      "email",
      MAIL,
      {
        email: "news@acme.example",
        domain: "acme.example",
        name: "News",
        provider: "ses",
        mail_from_subdomain: "feedback",
        verified: false,
      },
      "news@acme.example",
    ],
  ])("%s %j shows only its public part", async (kind, config, shown, name) => {
    const { status, json } = await call("POST", "integrations/", { kind, config });
    expect([status, json.config, json.display_name]).toEqual([
      201,
      shown,
      name.replace("PROJECT", String(stage.project())),
    ]);
  });

  test.each<[kind: string, config: object, detail: string, attr?: string]>([
    ["aws-s3", { ...KEYS, name: "" }, "A name is required for AWS integration"],
    ["aws-s3", { ...ROLE, aws_role_arn: 1 }, "A valid role ARN is required for AWS integration"],
    [
      "aws-s3",
      { ...KEYS, aws_secret_access_key: "rejected-by-provider" },
      "AWS credentials are not valid: The security token included in the request is invalid.",
    ],
    ["s3-compatible", KEYS, "Endpoint URL is required for S3-compatible integration"],
    ["s3-compatible", { ...KEYS, endpoint_url: "http://10.1.2.3:9000" }, "Invalid endpoint URL: Disallowed target IP"],
    ["snowflake", { ...SNOW, user: "" }, "Name, account, and user must be provided"],
    [
      "snowflake",
      { ...SNOW, account: "https://x" },
      "Snowflake integration is not valid: invalid account identifier 'https://x'",
    ],
    ["snowflake", { ...SNOW, password: "" }, "Password is required for password authentication"],
    ["snowflake", { ...SNOW, authentication_type: "keypair" }, "Private key is required for key-pair authentication"],
    ["snowflake", { ...SNOW, authentication_type: "sso" }, "Invalid authentication type: sso"],
    ["postgresql", { ...SERVER, host: "localhost" }, "Provided host 'localhost' is not valid"],
    ["postgresql", { ...SERVER, port: "many" }, "Port must be an integer"],
    ["postgresql", { ...SERVER, port: 65_536 }, "A valid port is required for an postgresql integration"],
    ["postgresql", { ...SERVER, ssl_mode: "none" }, "SSL mode must be one of: require, verify-ca, verify-full"],
    [
      "postgresql",
      { ...SERVER, ssl_mode: "verify-ca" },
      "SSL root certificate must be provided when verifying server certificates",
    ],
    ["aws-redshift", { name: "n" }, "Missing required inputs"],
    ["google-cloud-service-account", { project_id: "p" }, "Service account email and project ID must be provided"],
    ["databricks", { ...BRICKS, client_secret: 1 }, "Server hostname, client ID, and client secret must be strings"],
    [
      "databricks",
      { ...BRICKS, server_hostname: "https://b.example" },
      "Databricks integration is not valid: 'server_hostname' should not be a full URL",
    ],
    [
      "azure-blob",
      { connection_string: "x" },
      "Could not extract AccountName from connection string. Ensure it contains 'AccountName=<your-account-name>;'",
    ],
    ["gitlab", {}, "Missing required inputs"],
    ["twilio", { account_sid: "AC1" }, "Account SID and auth token must be provided"],
    ["anthropic", { api_key: "k", workspace_label: "workspace-1" }, "Workspace label cannot start with 'workspace-'"],
    ["anthropic", { api_key: "rejected-by-provider" }, "Invalid Anthropic API key", "api_key"],
    ["firebase", {}, "Firebase service account key must be provided"],
    ["firebase", { key_info: {}, more: 1 }, "Firebase service account key must be provided"],
    ["firebase", { key_info: { a: 1 } }, "Failed to authenticate with provided Firebase service account key"],
    ["apns", { ...APPLE, key_id: "" }, "All APNS fields are required: signing_key, key_id, team_id_apple, bundle_id"],
    ["email", { ...MAIL, email: "nobody" }, "Enter a valid email address.", "email"],
    [
      "email",
      { ...MAIL, email: "a@gmail.com" },
      "Email domain gmail.com is not supported. Please use a custom domain.",
    ],
  ])("%s %j is refused", async (kind, config, detail, ...[attr]) => {
    const { status, json } = await call("POST", "integrations/", { kind, config });
    expect([status, json.detail, json.attr]).toEqual([400, detail, attr ?? null]);
  });

  test.each<[kind: string, config: object, other: object, isNamed: boolean]>([
    ["snowflake", SNOW, { ...SNOW, account: "other" }, true],
    ["aws-redshift", { ...KEYS, user: "u" }, { ...ROLE, name: "keys", user: "u" }, true],
    ["aws-redshift", SERVER, { ...SERVER, password: "two" }, false],
    ["google-cloud-service-account", ACCOUNT, { ...ACCOUNT, project_id: "other" }, false],
    ["azure-blob", BLOB, { connection_string: "AccountName=acc" }, false],
    ["apns", APPLE, { ...APPLE, signing_key: "two" }, false],
  ])("of kind %s with the same identity are refused or overwritten", async (kind, config, other, isNamed) => {
    const { json: first } = await call("POST", "integrations/", { kind, config });
    const { status, json: second } = await call("POST", "integrations/", { kind, config: other });
    const said = isNamed ? second.detail : second.id;
    const name = (config as { name?: string }).name;
    expect([status, said]).toEqual(isNamed ? [400, `An integration named '${name}' already exists`] : [201, first.id]);
  });

  test("a role, an impersonated account and a domain of mail belong to one organization", async () => {
    const { json: organization } = await stage.fixture.call(
      "POST",
      "/api/organizations/",
      { name: "Other" },
      { key: all },
    );
    const made = [
      ["aws-s3", ROLE, "Cannot create AWS integration: Invalid role"],
      [
        "google-cloud-service-account",
        ACCOUNT,
        "Cannot create Google Cloud service account integration: Invalid service account",
      ],
      [
        "email",
        MAIL,
        "An email integration with domain acme.example already exists in another organization. Try a different domain or contact support if you believe this is a mistake.",
      ],
    ] as const;
    for (const [kind, config, detail] of made) {
      expect((await call("POST", "integrations/", { kind, config })).status).toBe(201);
      stage.home = organization.id;
      expect((await call("POST", "integrations/", { kind, config })).json.detail).toBe(detail);
      stage.home = stage.fixture.sandbox.organizationId;
    }
  });
});
