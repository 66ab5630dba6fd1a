/**
 * A condition on properties; several must all hold.
 *
 * @source live-persons-and-events 6
 */
export interface PropertyFilter {
  readonly key: string;
  /** A list means any of its elements; left out for `is_set` and `is_not_set`. */
  readonly value?: unknown;
  /**
   * `exact` (the default), `is_not`, `icontains`, `not_icontains`, `regex`, `not_regex`, `gt`, `gte`, `lt`, `lte`,
   * `is_set`, `is_not_set`, `is_date_exact`, `is_date_before`, `is_date_after`; newer services know more.
   */
  readonly operator?: string | undefined;
  /** `event`, `person`, `cohort` (with the key `id`), `group`, `element`, `session` and more. */
  readonly type?: string | undefined;
  /** Number of the group type, for `group`. */
  readonly group_type_index?: number | undefined;
}
