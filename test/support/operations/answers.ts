/**
 * Objects as the running service sends them. Shaped like the recorded ones (observed 2026-11-20); all data is made up.
 */
import { PLACES } from "./operation.ts";

const ORG = PLACES.organization_id;
const USER_ID = PLACES.user__uuid;
const ROLE_ID = PLACES.role_id;
/** The UUID of any object. */
export const ID = "01a1fb35-33c5-0001-b553-7ddd6c805f2d";
const AT = "2026-11-20T22:26:19.216819Z";

export const page = (...results: unknown[]) => ({ count: results.length, next: null, previous: null, results });
const USER = {
  id: 1,
  uuid: USER_ID,
  distinct_id: "d1",
  first_name: "A",
  last_name: "",
  email: "a@example.com",
  is_email_verified: null,
  hedgehog_config: null,
  role_at_organization: null,
};

export const ORGANIZATION = {
  id: ORG,
  name: "Acme",
  slug: "acme",
  logo_media_id: null,
  created_at: AT,
  membership_level: 15,
  is_member_join_email_enabled: true,
  enforce_2fa: null,
  member_count: 1,
  metadata: { instance_tag: "none" },
};

const RUN = {
  id: ID,
  status: "Completed",
  records_completed: 20,
  latest_error: null,
  data_interval_start: null,
  data_interval_end: AT,
  cursor: null,
  created_at: AT,
  finished_at: AT,
  last_updated_at: AT,
  records_total_count: 100,
  bytes_exported: 2000,
  batch_export: ID,
  backfill: null,
};

export const EXPORT = {
  id: ID,
  team_id: 7,
  name: "nightly",
  model: "events",
  destination: { type: "S3", config: { bucket_name: "b", max_file_size_mb: "100" } },
  interval: "hour",
  paused: false,
  created_at: AT,
  last_updated_at: AT,
  last_paused_at: null,
  start_at: null,
  end_at: null,
  latest_runs: [RUN],
  schema: null,
  filters: null,
};

export const DOMAIN = {
  id: ID,
  domain: "a.example",
  is_verified: false,
  verified_at: null,
  verification_challenge: "zD2i8yAXwrQLtj5K",
  jit_provisioning_enabled: false,
  sso_enforcement: "",
  has_saml: false,
  saml_entity_id: null,
  saml_acs_url: null,
  saml_x509_cert: null,
};

export const INVITE = {
  id: ID,
  target_email: "b@example.com",
  first_name: "",
  emailing_attempt_made: false,
  level: 1,
  is_expired: false,
  created_by: USER,
  created_at: AT,
  updated_at: AT,
  message: null,
  private_project_access: [{ id: 1, level: "member" }],
};

export const MEMBER = {
  id: ID,
  user: USER,
  level: 8,
  joined_at: AT,
  updated_at: AT,
  is_2fa_enabled: false,
  has_social_auth: false,
  last_login: null,
};

export const ROLE_MEMBERSHIP = {
  id: ID,
  role_id: ROLE_ID,
  organization_member: MEMBER,
  user: USER,
  joined_at: AT,
  updated_at: AT,
};

export const ROLE = {
  id: ROLE_ID,
  name: "Engineers",
  feature_flags_access_level: 37,
  created_at: AT,
  created_by: null,
  members: [ROLE_MEMBERSHIP],
};

export const RECORD = {
  id: ID,
  domain: "e.example.com",
  target_cname: "4d0c7d5e2a.proxy.example",
  status: "waiting",
  message: null,
  created_at: AT,
  updated_at: AT,
  created_by: 1,
};

export const PROJECT_ROW = {
  id: 7,
  uuid: ID,
  organization: ORG,
  name: "Default project",
  api_token: "phc_made_up",
  timezone: "UTC",
  is_demo: false,
  ingested_event: true,
};

export const PROJECT = {
  ...PROJECT_ROW,
  product_description: null,
  created_at: AT,
  updated_at: AT,
  effective_membership_level: 15,
  live_events_token: "eyJ.made.up",
  secret_api_token: null,
  secret_api_token_backup: null,
  app_urls: [null],
  slack_incoming_webhook: null,
  test_account_filters: "any JSON",
  session_recording_sample_rate: "0.50",
  week_start_day: 1,
};

export const ENVIRONMENT = {
  id: 7,
  uuid: ID,
  organization: ORG,
  project_id: 7,
  name: "Old name",
  api_token: "phc_made_up",
};

export const ITEM = {
  id: 31,
  plugin_type: "source",
  name: "Item",
  description: null,
  url: null,
  icon: null,
  config_schema: [{ key: "k", name: "K", type: "string", required: false }],
  tag: null,
  latest_tag: null,
  is_global: false,
  organization_id: ORG,
  organization_name: "Acme",
  capabilities: { methods: ["onEvent"] },
  metrics: {},
  public_jobs: {},
  hog_function_migration_available: false,
};

export const ACTIVITY = {
  user: { first_name: "A", email: "a@example.com" },
  activity: "deleted",
  scope: "Person",
  item_id: "12",
  detail: { changes: null, trigger: null, name: ID, short_id: null, type: null },
  created_at: AT,
};

/** The form of a single read. */
export const PERSON = {
  id: 12,
  uuid: ID,
  name: "p1@example.com",
  distinct_ids: ["d1", "anon-1"],
  properties: { email: "p1@example.com", n: 1 },
  created_at: AT,
};

/** The form of a row in a list. */
export const PERSON_ROW = {
  ...PERSON,
  type: "person",
  id: ID,
  is_identified: true,
  matched_recordings: [],
  value_at_data_point: null,
};

export const EVENT = {
  id: "0190d8f0-0000-7000-8000-00000000000b",
  distinct_id: "d1",
  properties: { $browser: "Chrome", i: 11 },
  event: "$pageview",
  timestamp: "2026-11-20T10:11:00.829294+00:00",
  person: { is_identified: true, distinct_ids: ["d1"], properties: { email: "p1@example.com" } },
  elements: [],
  elements_chain: "",
};

export const activityPage = { results: [ACTIVITY], next: null, previous: null, total_count: 1 };
export const peoplePage = { results: [{ people: [PERSON_ROW], count: 1 }], next: null, is_cached: false };
export const logLine = { log_source_id: ID, instance_id: "run-1", timestamp: AT, level: "INFO", message: "a line" };
export const timeline = {
  points: [{ timestamp: AT, properties: { plan: "pro" }, relevant_event_count: 2 }],
  crucial_property_keys: ["plan"],
  effective_date_from: AT,
  effective_date_to: AT,
};
