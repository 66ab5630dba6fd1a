import { nearest } from "../../../model/suggest.ts";

/**
 * Kinds of targets of access rules, by the service's names. Newer services might have more.
 *
 * @source service 2026-09, access-control.md, resources; cross-cutting.md, scope objects
 */
const KINDS: readonly string[] = [
  "access_control account action activity_log ai_observability_clusters alert annotation approvals batch_export batch_import",
  "batch_import_support billing business_knowledge canvas cohort comment conversation customer_analytics customer_journey",
  "customer_profile_config customer_task dashboard dashboard_template data_catalog data_catalog_approval data_deletion dataset",
  "early_access_feature element endpoint engineering_analytics error_tracking evaluation event_definition event_filter",
  "experiment experiment_holdout experiment_saved_metric export external_data_schema external_data_source feature_flag",
  "field_note file_system file_system_shortcut group health_issue heatmap hog_flow hog_function ingestion_warning insight",
  "insight_variable integration legal_document link live_debugger llm_analytics llm_gateway llm_playground llm_prompt",
  "llm_provider_key llm_skill logs loop marketing_analytics mcp_analytics metrics notebook organization_integration",
  "organization_member person plugin product_enablement product_tour property_definition query query_performance",
  "replay_scanner revenue_analytics review_hog session_recording session_recording_playlist sharing_configuration",
  "signal_scout stamphog streamlit_app subscription survey tagger task ticket toolbar tracing uploaded_media usage_metric",
  "user user_interview vision_action vision_alert visual_review warehouse_objects warehouse_table warehouse_view",
  "web_analytics webhook wizard_session",
].flatMap((line) => line.split(" "));

/** The kind that an unknown word probably means; undefined for a known kind, or for a word that resembles no kind. */
export function kindMeant(word: string): string | undefined {
  return KINDS.includes(word) ? undefined : nearest(word, KINDS);
}

export function isKnownKind(word: string): boolean {
  return KINDS.includes(word);
}
