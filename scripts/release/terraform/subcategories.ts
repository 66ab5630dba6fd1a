/** The groups of a registry's navigation, with patterns for names of types. The first match counts. */
const SUBCATEGORIES: readonly (readonly [title: string, names: RegExp])[] = [
  ["Access rules", /access/u],
  ["Batch exports", /batch_export/u],
  ["Domains and single sign-on", /domain|identity_provider/u],
  ["Functions and integrations", /hog_function|integration|pipeline|plugin|unsubscribe/u],
  ["Proxies", /proxy/u],
  ["Organizations", /organization$|organizations$|organization_settings/u],
  ["People and roles", /invite|member|role/u],
  ["Persons and events", /person|event/u],
  ["Projects", /project|product|demo_data/u],
];

/**
 * The group under which a registry shows a resource, data source, or action.
 *
 * @param type - such as `orgform_domain_sso`
 * @throws Error if no group matches, because a new noun needs a new group.
 */
export function subcategoryOf(type: string): string {
  const [title] = SUBCATEGORIES.find(([, names]) => names.test(type)) ?? [];
  if (title === undefined) throw new Error(`No subcategory of the registry's pages fits ${type}`);
  return title;
}
