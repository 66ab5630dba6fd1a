import type { PropertyFilter } from "../property-values.ts";

/** An event or action that an insight counts. */
export interface InsightEntity {
  /** Name of the event, or number of the action. */
  readonly id: string | number;
  readonly type?: string | undefined;
  readonly order?: number | undefined;
  readonly math?: string | undefined;
  readonly name?: string | undefined;
  readonly properties?: readonly PropertyFilter[] | undefined;
}

/**
 * Parameters of all requests for the people behind an insight.
 *
 * @source live-persons-and-events 3.14
 */
export interface ActorQuery {
  readonly events?: readonly InsightEntity[] | undefined;
  readonly actions?: readonly InsightEntity[] | undefined;
  readonly properties?: readonly PropertyFilter[] | undefined;
  /** ISO 8601, or relative to now such as `-7d`. */
  readonly date_from?: string | undefined;
  readonly date_to?: string | undefined;
  /** `hour`, `day`, `week` or `month`. */
  readonly interval?: string | undefined;
  readonly filter_test_accounts?: boolean | undefined;
  readonly breakdown?: unknown;
  readonly breakdown_type?: string | undefined;
  readonly breakdown_value?: unknown;
  readonly aggregation_group_type_index?: number | undefined;
  readonly include_recordings?: boolean | undefined;
  /** Part of an address, a name or a distinct ID. */
  readonly search?: string | undefined;
  /** Computes the result again instead of using a cached one. */
  readonly refresh?: boolean | undefined;
  /** Index of the first row, from 0. */
  readonly offset?: number | undefined;
}

/** The event or action of an insight, to select its people. */
export interface EntityQuery extends ActorQuery {
  /** Name of the event, or number of the action. */
  readonly entity_id: string | number;
  /** `events` or `actions`. */
  readonly entity_type: string;
  /** `total` by the server-side default. */
  readonly entity_math?: string | undefined;
  readonly entity_order?: number | undefined;
}

/** People in a funnel. */
export interface FunnelQuery extends ActorQuery {
  /** The step that people reached; negative for people who reached only the step before it. */
  readonly funnel_step?: number | undefined;
  readonly funnel_custom_steps?: readonly number[] | undefined;
  readonly funnel_step_breakdown?: unknown;
  /** `steps`, `trends` or `time_to_convert`. */
  readonly funnel_viz_type?: string | undefined;
  /** `ordered`, `strict` or `unordered`. */
  readonly funnel_order_type?: string | undefined;
  readonly funnel_window_interval?: number | undefined;
  /** `minute`, `hour`, `day`, `week` or `month`. */
  readonly funnel_window_interval_unit?: string | undefined;
  /** With `trends`: start of the period in which people entered the funnel. */
  readonly entrance_period_start?: string | undefined;
  /** With `trends`: people who didn't convert. */
  readonly drop_off?: boolean | undefined;
  readonly exclusions?: readonly unknown[] | undefined;
}

/** People behind a correlation in a funnel. Its pages have their own parameters, which `pageSize` sets. */
export interface FunnelCorrelationQuery extends Omit<FunnelQuery, "offset"> {
  /** `events`, `properties` or `event_with_properties`. */
  readonly funnel_correlation_type?: string | undefined;
  readonly funnel_correlation_person_entity?: InsightEntity | undefined;
  readonly funnel_correlation_property_values?: readonly PropertyFilter[] | undefined;
  /** `true` selects people who converted. */
  readonly funnel_correlation_person_converted?: "true" | "false" | undefined;
  readonly funnel_correlation_person_offset?: number | undefined;
}

/** People on a path. */
export interface PathQuery extends ActorQuery {
  readonly start_point?: string | undefined;
  readonly end_point?: string | undefined;
  readonly path_start_key?: string | undefined;
  readonly path_end_key?: string | undefined;
  readonly path_dropoff_key?: string | undefined;
  readonly include_event_types?: readonly string[] | undefined;
  readonly exclude_events?: readonly string[] | undefined;
  readonly path_groupings?: readonly string[] | undefined;
  readonly step_limit?: number | undefined;
  readonly funnel_paths?: string | undefined;
  readonly funnel_filter?: unknown;
}

/** People in one state of a life cycle. */
export interface LifecycleQuery extends ActorQuery {
  /** ISO 8601, or relative to now such as `-1d`. */
  readonly target_date: string;
  /** `new`, `returning`, `resurrecting` or `dormant`. */
  readonly lifecycle_type: string;
}

/** People of a retention table. */
export interface RetentionQuery extends ActorQuery {
  /** `Hour`, `Day` (the default), `Week` or `Month`. */
  readonly period?: string | undefined;
  /** 11 by the server-side default. */
  readonly total_intervals?: number | undefined;
  /** From 0, which is the server-side default. */
  readonly selected_interval?: number | undefined;
  /** `retention_recurring` or `retention_first_time`. */
  readonly retention_type?: string | undefined;
  readonly target_entity?: InsightEntity | undefined;
  readonly returning_entity?: InsightEntity | undefined;
}

/** People who were active on a number of days. */
export interface StickinessQuery extends EntityQuery {
  readonly stickiness_days?: number | undefined;
  readonly selected_interval?: number | undefined;
}
