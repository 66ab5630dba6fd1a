/** Possible targets of rules, by the names of scopes. @source service 2026-09, cross-cutting.md, scope objects */
export const RESOURCES: readonly string[] = [
  "action access_control account activity_log alert annotation approvals batch_export batch_import",
  "batch_import_support billing business_knowledge canvas cohort comment conversation customer_analytics customer_task",
  "customer_journey customer_profile_config data_catalog data_catalog_approval dashboard event_filter",
  "dashboard_template dataset early_access_feature endpoint engineering_analytics error_tracking evaluation element",
  "event_definition experiment experiment_holdout experiment_saved_metric export external_data_schema",
  "external_data_source feature_flag file_system file_system_shortcut group health_issue heatmap hog_flow hog_function",
  "ingestion_warning insight insight_variable integration legal_document link live_debugger llm_analytics",
  "ai_observability_clusters llm_gateway llm_playground llm_prompt llm_provider_key llm_skill logs loop",
  "marketing_analytics mcp_analytics metrics notebook organization organization_integration organization_member person",
  "plugin product_enablement product_tour project property_definition query query_performance replay_scanner",
  "review_hog revenue_analytics session_recording session_recording_playlist sharing_configuration signal_scout",
  "stamphog streamlit_app subscription survey tagger ticket task toolbar tracing field_note uploaded_media usage_metric",
  "user user_interview vision_action vision_alert visual_review warehouse_objects warehouse_table warehouse_view",
  "web_analytics webhook wizard_session",
].flatMap((line) => line.split(" "));

/** Kinds whose single objects have rules. @source service 2026-09, access-control.md, routes with object rules */
const KINDS_WITH_OBJECT_RULES: readonly string[] = [
  "account action ai_observability_clusters canvas customer_analytics customer_journey dashboard dataset",
  "early_access_feature endpoint evaluation experiment experiment_saved_metric export external_data_source feature_flag",
  "heatmap hog_flow insight llm_analytics llm_prompt llm_provider_key llm_skill notebook product_tour replay_scanner",
  "session_recording session_recording_playlist sharing_configuration survey tagger ticket warehouse_objects",
  "warehouse_table warehouse_view",
].flatMap((line) => line.split(" "));

/** These kinds by their path segment, which is a regular plural. @source access-control.md, first table */
export const KINDS_OF_OBJECTS: Readonly<Record<string, string>> = Object.fromEntries(
  KINDS_WITH_OBJECT_RULES.map((kind) => [`${kind}s`, kind]),
);

/** Kinds to which the rules of another kind apply. @source service 2026-09, access-control.md, children */
export const UMBRELLAS: Readonly<Record<string, string>> = {
  session_recording_playlist: "session_recording",
  warehouse_table: "warehouse_objects",
  warehouse_view: "warehouse_objects",
  dataset: "llm_analytics",
  llm_provider_key: "llm_analytics",
  llm_prompt: "llm_analytics",
  account: "customer_analytics",
  customer_journey: "customer_analytics",
  customer_task: "customer_analytics",
  experiment_saved_metric: "experiment",
  experiment_holdout: "experiment",
  dashboard_template: "dashboard",
  marketing_analytics: "web_analytics",
  vision_alert: "replay_scanner",
};

/** Kinds with rules of their own, in the settings of a project. @source service 2026-09, access-control.md, resources */
export const RULED_KINDS: readonly string[] = [
  "action activity_log ai_observability_clusters business_knowledge customer_analytics dashboard data_catalog data_deletion",
  "early_access_feature endpoint error_tracking evaluation experiment export external_data_source feature_flag heatmap",
  "hog_flow insight llm_analytics llm_playground llm_skill logs mcp_analytics metrics notebook replay_scanner",
  "revenue_analytics session_recording sharing_configuration stamphog survey tagger ticket toolbar tracing",
  "warehouse_objects web_analytics",
].flatMap((line) => line.split(" "));
