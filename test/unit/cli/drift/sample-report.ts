import type { DriftReport } from "../../../../src/app/drift/drift-report.ts";
import type { EngineName } from "../../../../src/engines/engine.ts";

const ORGANIZATION = "01a20009-be94-0000-0b8d-9c5cfdc80fdb";

/** A report with one of everything. */
export const SAMPLE: DriftReport<EngineName> = {
  schemaVersion: 1,
  outcome: "drift",
  engine: "pulumi",
  host: "https://eu.posthog.com",
  organizations: [ORGANIZATION],
  checkedAt: "2026-11-21T08:00:00.000Z",
  declared: 42,
  changed: [
    {
      resource: "Domain",
      address: "acme",
      id: `${ORGANIZATION}/0192a7c4-5c0e-7d1a-9c3b-3f6a2b1d0e4f`,
      properties: [
        { path: "samlEntityId", isSecret: false, expected: "urn:acme", found: "urn:theirs" },
        { path: "samlX509Cert", isSecret: true },
        { path: "ssoEnforcement", isSecret: false, expected: "saml" },
      ],
      notes: [],
    },
    {
      resource: "BatchExport",
      address: "nightly",
      id: `${ORGANIZATION}/0192a7c4-5c0e-7d1a-9c3b-3f6a2b1d0e50`,
      properties: [
        { path: "paused", isSecret: false, expected: false, found: true },
        { path: "destination.config.prefix", isSecret: false, expected: "events/", found: "old|events/" },
      ],
      notes: ['The service paused the export "nightly" after too many failed runs\nIt was at 2026-11-21.'],
      lastChange: { by: "ann@acme.example", at: "2026-11-20T17:31:00Z" },
    },
  ],
  missing: [{ resource: "Role", address: "readers", id: `${ORGANIZATION}/0192a7c4-5c0e-7d1a-9c3b-3f6a2b1d0e51` }],
  unmanaged: [
    {
      resource: "Project",
      id: `${ORGANIZATION}/7`,
      name: "<script>alert(1)</script> `@team` | ]]> \u202Eevil\u0000",
      importLine: `pulumi import orgform:index:Project script-alert-1-script-team-evil ${ORGANIZATION}/7`,
    },
    {
      resource: "Member",
      id: `${ORGANIZATION}/bob@acme.example`,
      name: "bob@acme.example",
      importLine: `pulumi import orgform:index:Member bob-acme-example ${ORGANIZATION}/bob@acme.example`,
    },
  ],
  elsewhere: [],
  implied: [
    {
      resource: "Member",
      id: `${ORGANIZATION}/ann@acme.example`,
      name: "ann@acme.example",
      reason: "it is the account of the API key",
    },
  ],
  unchecked: [
    {
      resource: "Plugin",
      reason:
        "Could not list Plugin\nThe service answered 403 permission_denied. Give the API key the scope plugin:read.",
    },
  ],
  notCompared: [
    { resource: "BatchExport", address: "nightly", id: `${ORGANIZATION}/0192`, properties: ["credentials"] },
  ],
  retired: [
    {
      resource: "PipelineTransformation",
      address: "bots",
      id: `${ORGANIZATION}/7`,
      reason: "The service no longer has this.",
    },
  ],
  unlisted: [
    { resource: "Plugin", what: "the pipeline items of the organization", reason: "this service doesn't have any" },
  ],
};

/** A report in which nothing is wrong. */
export const CLEAN: DriftReport<EngineName> = {
  ...SAMPLE,
  outcome: "clean",
  changed: [],
  missing: [],
  unmanaged: [],
  implied: [],
  elsewhere: [],
  unchecked: [],
  notCompared: [],
  retired: [],
  unlisted: [],
};
