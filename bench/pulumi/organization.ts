import type { Service } from "../engines/service.ts";
import { addMembers } from "../engines/members.ts";

/** The number of objects of each kind in a program. */
interface Sizes {
  readonly members: number;
  readonly roles: number;
  readonly places: number;
  readonly domains: number;
  readonly projects: number;
  readonly exports: number;
}

/**
 * The sizes of an organization with that many resources, in the proportions of 1,000 members in 50 roles, 20 domains,
 * 50 projects, and 100 batch exports.
 */
function sizesOf(count: number): Sizes {
  const part = (of: number): number => Math.max(1, Math.round((count * of) / 2_220));
  const [roles, domains, projects, exports] = [part(50), part(20), part(50), part(100)];
  const people = count - roles - domains - projects - exports;
  const members = Math.ceil(people / 2);
  return { members, roles, places: people - members, domains, projects, exports };
}

/** The text of the organization's program. */
export function programOf(count: number, organizationId: string): string {
  const { members, roles, places, domains, projects, exports } = sizesOf(count);
  return `
const at = { organizationId: "${organizationId}" };
const many = (count, make) => Array.from({ length: count }, (_, index) => make(index));
const emailOf = (index) => "person" + index + "@globex.example";
many(${members}, (i) => new orgform.Member("member" + i, { ...at, email: emailOf(i), level: "member" }));
const roles = many(${roles}, (i) => new orgform.Role("role" + i, { ...at, name: "Role " + i }));
many(${places}, (i) => {
  new orgform.RoleMembership("place" + i, { ...at, email: emailOf(i), roleId: roles[i % roles.length].roleId });
});
many(${domains}, (i) => new orgform.Domain("domain" + i, { ...at, domain: "d" + i + ".example" }));
const projects = many(${projects}, (i) => {
  const settings = { timezone: "Europe/Berlin", anonymizeIps: i % 5 === 0 ? true : undefined, deletionProtection: false };
  return new orgform.Project("project" + i, { ...at, name: "Project " + i, ...settings });
});
many(${exports}, (i) => {
  const config = { bucketName: "export-" + i, region: "eu-central-1", prefix: "events/" };
  new orgform.BatchExport("export" + i, {
    ...at,
    projectId: projects[i % projects.length].projectId,
    name: "Export " + i,
    interval: "day",
    destination: { s3: { ...config, awsAccessKeyId: "AKIA", awsSecretAccessKey: "secret " + i } },
  });
});
`;
}

/** Adds the people to the organization as members, which no program can do. */
export async function letPeopleIn(service: Service, count: number): Promise<void> {
  await addMembers(service, sizesOf(count).members);
}
