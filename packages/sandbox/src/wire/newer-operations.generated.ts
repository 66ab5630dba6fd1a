// Written by `npm run gen` from spec/operations-2026-09.tsv; do not edit.

/** A line for each path of the service of 2026-09: its methods and what each asks of a key. @source service 2026-09, operations */
export const NEWER_OPERATIONS = `
/api/organizations/ GET=organization:read POST=organization:write
/api/organizations/:id/ GET=organization:read PATCH=organization:write DELETE=organization:write PUT=organization:write
/api/organizations/:organization_id/domains/ GET=organization:read POST=organization:write
/api/organizations/:organization_id/domains/:id/ GET=organization:read PATCH=organization:write DELETE=organization:write PUT=organization:write
/api/organizations/:organization_id/domains/:id/verify/ POST=no-scoped-key
/api/organizations/:organization_id/invites/ GET=organization_member:read POST=organization_member:write
/api/organizations/:organization_id/invites/:id/ DELETE=organization_member:write
/api/organizations/:organization_id/invites/bulk/ POST=organization_member:write
/api/organizations/:organization_id/members/ GET=organization_member:read
/api/organizations/:organization_id/members/:user__uuid/ PATCH=organization_member:write DELETE=organization_member:write PUT=organization_member:write
/api/projects/:project_id/persons/ GET=person:read
/api/projects/:project_id/persons/:id/ GET=person:read PATCH=person:write DELETE=person:write PUT=person:write
/api/projects/:project_id/persons/:id/activity/ GET=activity_log:read
/api/projects/:project_id/persons/:id/delete_property/ POST=person:write
/api/projects/:project_id/persons/:id/properties_timeline/ GET=no-scoped-key
/api/projects/:project_id/persons/:id/split/ POST=person:write
/api/projects/:project_id/persons/:id/update_property/ POST=person:write
/api/projects/:project_id/persons/activity/ GET=activity_log:read
/api/projects/:project_id/persons/bulk_delete/ POST=person:write
/api/projects/:project_id/persons/cohorts/ GET=person:read,cohort:read
/api/projects/:project_id/persons/values/ GET=person:read
/api/projects/:project_id/events/ GET=query:read
/api/projects/:project_id/events/:id/ GET=query:read
/api/projects/:project_id/events/values/ GET=query:read
/api/organizations/:organization_id/pipeline_destinations/ GET=plugin:read POST=plugin:write
/api/organizations/:organization_id/pipeline_destinations/:id/ GET=plugin:read PATCH=plugin:write DELETE=plugin:write
/api/organizations/:organization_id/pipeline_destinations/:id/check_for_updates/ GET=no-scoped-key
/api/organizations/:organization_id/pipeline_destinations/:id/source/ GET=no-scoped-key
/api/organizations/:organization_id/pipeline_destinations/:id/update_source/ PATCH=no-scoped-key
/api/organizations/:organization_id/pipeline_destinations/:id/upgrade/ POST=no-scoped-key
/api/organizations/:organization_id/pipeline_destinations/activity/ GET=no-scoped-key
/api/organizations/:organization_id/pipeline_destinations/exports_unsubscribe_configs/ GET=no-scoped-key
/api/organizations/:organization_id/pipeline_destinations/repository/ GET=no-scoped-key
/api/organizations/:organization_id/pipeline_destinations/unused/ GET=no-scoped-key
/api/organizations/:organization_id/pipeline_frontend_apps/ GET=plugin:read POST=plugin:write
/api/organizations/:organization_id/pipeline_frontend_apps/:id/ GET=plugin:read PATCH=plugin:write DELETE=plugin:write
/api/organizations/:organization_id/pipeline_frontend_apps/:id/check_for_updates/ GET=no-scoped-key
/api/organizations/:organization_id/pipeline_frontend_apps/:id/source/ GET=no-scoped-key
/api/organizations/:organization_id/pipeline_frontend_apps/:id/update_source/ PATCH=no-scoped-key
/api/organizations/:organization_id/pipeline_frontend_apps/:id/upgrade/ POST=no-scoped-key
/api/organizations/:organization_id/pipeline_frontend_apps/activity/ GET=no-scoped-key
/api/organizations/:organization_id/pipeline_frontend_apps/exports_unsubscribe_configs/ GET=no-scoped-key
/api/organizations/:organization_id/pipeline_frontend_apps/repository/ GET=no-scoped-key
/api/organizations/:organization_id/pipeline_frontend_apps/unused/ GET=no-scoped-key
/api/organizations/:organization_id/pipeline_import_apps/ GET=plugin:read POST=plugin:write
/api/organizations/:organization_id/pipeline_import_apps/:id/ GET=plugin:read PATCH=plugin:write DELETE=plugin:write
/api/organizations/:organization_id/pipeline_import_apps/:id/check_for_updates/ GET=no-scoped-key
/api/organizations/:organization_id/pipeline_import_apps/:id/source/ GET=no-scoped-key
/api/organizations/:organization_id/pipeline_import_apps/:id/update_source/ PATCH=no-scoped-key
/api/organizations/:organization_id/pipeline_import_apps/:id/upgrade/ POST=no-scoped-key
/api/organizations/:organization_id/pipeline_import_apps/activity/ GET=no-scoped-key
/api/organizations/:organization_id/pipeline_import_apps/exports_unsubscribe_configs/ GET=no-scoped-key
/api/organizations/:organization_id/pipeline_import_apps/repository/ GET=no-scoped-key
/api/organizations/:organization_id/pipeline_import_apps/unused/ GET=no-scoped-key
/api/organizations/:organization_id/pipeline_transformations/ GET=plugin:read POST=plugin:write
/api/organizations/:organization_id/pipeline_transformations/:id/ GET=plugin:read PATCH=plugin:write DELETE=plugin:write
/api/organizations/:organization_id/pipeline_transformations/:id/check_for_updates/ GET=no-scoped-key
/api/organizations/:organization_id/pipeline_transformations/:id/source/ GET=no-scoped-key
/api/organizations/:organization_id/pipeline_transformations/:id/update_source/ PATCH=no-scoped-key
/api/organizations/:organization_id/pipeline_transformations/:id/upgrade/ POST=no-scoped-key
/api/organizations/:organization_id/pipeline_transformations/activity/ GET=no-scoped-key
/api/organizations/:organization_id/pipeline_transformations/exports_unsubscribe_configs/ GET=no-scoped-key
/api/organizations/:organization_id/pipeline_transformations/repository/ GET=no-scoped-key
/api/organizations/:organization_id/pipeline_transformations/unused/ GET=no-scoped-key
/api/organizations/:organization_id/plugins/ GET=plugin:read POST=plugin:write
/api/organizations/:organization_id/plugins/:id/ GET=plugin:read PATCH=plugin:write DELETE=plugin:write
/api/organizations/:organization_id/plugins/:id/check_for_updates/ GET=no-scoped-key
/api/organizations/:organization_id/plugins/:id/source/ GET=no-scoped-key
/api/organizations/:organization_id/plugins/:id/update_source/ PATCH=no-scoped-key
/api/organizations/:organization_id/plugins/:id/upgrade/ POST=no-scoped-key
/api/organizations/:organization_id/plugins/activity/ GET=no-scoped-key
/api/organizations/:organization_id/plugins/exports_unsubscribe_configs/ GET=no-scoped-key
/api/organizations/:organization_id/plugins/repository/ GET=no-scoped-key
/api/organizations/:organization_id/plugins/unused/ GET=no-scoped-key
/api/organizations/:organization_id/projects/ GET=project:read POST=project:write
/api/organizations/:organization_id/projects/:id/ GET=project:read PATCH=project:write DELETE=project:write PUT=project:write
/api/organizations/:organization_id/projects/:id/activity/ GET=no-scoped-key
/api/organizations/:organization_id/projects/:id/add_product_intent/ PATCH=project:read
/api/organizations/:organization_id/projects/:id/complete_product_onboarding/ PATCH=project:read
/api/organizations/:organization_id/projects/:id/is_generating_demo_data/ GET=no-scoped-key
/api/organizations/:organization_id/projects/:id/reset_token/ PATCH=no-scoped-key
/api/organizations/:organization_id/proxy_records/ GET=organization:read POST=organization:write
/api/organizations/:organization_id/proxy_records/:id/ GET=organization:read PATCH=organization:write DELETE=organization:write
/api/organizations/:organization_id/roles/ GET=organization:read POST=organization:write
/api/organizations/:organization_id/roles/:id/ GET=organization:read PATCH=organization:write DELETE=organization:write PUT=organization:write
/api/organizations/:organization_id/roles/:role_id/role_memberships/ GET=organization:read POST=organization:write
/api/organizations/:organization_id/roles/:role_id/role_memberships/:id/ DELETE=organization:write GET=organization:read
/api/organizations/:id/remove_blocked_members_and_enforce_verified_domains/ POST=no-scoped-key
/api/organizations/:id/request_ai_access/ POST=no-scoped-key
/api/organizations/:id/teams/data_freshness/ GET=organization:read
/api/organizations/:organization_id/advanced_activity_logs/ GET=activity_log:read
/api/organizations/:organization_id/advanced_activity_logs/available_filters/ GET=activity_log:read
/api/organizations/:organization_id/advanced_activity_logs/export/ POST=activity_log:read
/api/organizations/:organization_id/billing/features/ GET=billing:read
/api/organizations/:organization_id/billing/forecast/ GET=billing:read
/api/organizations/:organization_id/billing/invoices/ GET=billing:read
/api/organizations/:organization_id/billing/invoices/:invoice_id/content/ GET=billing:read
/api/organizations/:organization_id/billing/limits/ GET=billing:read
/api/organizations/:organization_id/billing/products/ GET=billing:read
/api/organizations/:organization_id/billing/products/:product_key/ GET=billing:read
/api/organizations/:organization_id/billing/products/summary/ GET=billing:read
/api/organizations/:organization_id/billing/projects/ GET=billing:read
/api/organizations/:organization_id/billing/spend/ GET=billing:read
/api/organizations/:organization_id/billing/spend/export/ GET=billing:read
/api/organizations/:organization_id/billing/spend/timeseries/ GET=billing:read
/api/organizations/:organization_id/billing/subscription/ GET=billing:read
/api/organizations/:organization_id/billing/usage/ GET=billing:read
/api/organizations/:organization_id/billing/usage/export/ GET=billing:read
/api/organizations/:organization_id/billing/usage/status/ GET=billing:read
/api/organizations/:organization_id/billing/usage/timeseries/ GET=billing:read
/api/organizations/:organization_id/billing/alerts/ POST=organization:write
/api/organizations/:organization_id/billing/alerts/:id/ PATCH=organization:write
/api/organizations/:organization_id/cimd_verification_tokens/ GET=organization:read POST=organization:write
/api/organizations/:organization_id/cimd_verification_tokens/:id/ GET=organization:read PATCH=organization:write DELETE=organization:write
/api/organizations/:organization_id/cross_project_dashboards/ GET=cross_project_dashboard:read POST=cross_project_dashboard:write
/api/organizations/:organization_id/cross_project_dashboards/:id/ GET=cross_project_dashboard:read PATCH=cross_project_dashboard:write DELETE=cross_project_dashboard:write
/api/organizations/:organization_id/cross_project_dashboards/:dashboard_id/tiles/ GET=cross_project_dashboard:read POST=cross_project_dashboard:write
/api/organizations/:organization_id/cross_project_dashboards/:dashboard_id/tiles/:id/ GET=cross_project_dashboard:read PATCH=cross_project_dashboard:write DELETE=cross_project_dashboard:write
/api/organizations/:organization_id/domains/:id/scim/logs/ GET=no-scoped-key
/api/organizations/:organization_id/identity_provider_configs/ GET=organization:read POST=organization:write
/api/organizations/:organization_id/identity_provider_configs/:id/ GET=organization:read PUT=organization:write PATCH=organization:write DELETE=organization:write
/api/organizations/:organization_id/identity_provider_configs/:id/scim/logs/ GET=no-scoped-key
/api/organizations/:organization_id/identity_provider_configs/:id/scim/token/ POST=no-scoped-key
/api/organizations/:organization_id/integrations/ GET=organization_integration:read
/api/organizations/:organization_id/integrations/:id/ GET=organization_integration:read DELETE=organization_integration:write
/api/organizations/:organization_id/integrations/:id/environment-mapping/ PATCH=any-key
/api/organizations/:organization_id/invites/delegate/ POST=organization_member:write
/api/organizations/:organization_id/members/:user__uuid/github_login/ GET=organization_member:read
/api/organizations/:organization_id/members/:user__uuid/scoped_api_keys/ GET=no-scoped-key
/api/organizations/:organization_id/members/project_access/ GET=organization_member:read
/api/organizations/:organization_id/oauth_applications/ GET=organization:read
/api/organizations/:organization_id/personal_api_keys/ GET=no-key
/api/organizations/:organization_id/notification_locks/ GET=no-key
/api/organizations/:organization_id/notification_locks/bulk_update/ POST=no-key
/api/organizations/:organization_id/resource_transfers/preview/ POST=no-key
/api/organizations/:organization_id/resource_transfers/transfer/ POST=no-key
/api/organizations/:organization_id/resource_transfers/search/ GET=no-key
/api/organizations/:organization_id/projects/:id/cancel-deletion/ POST=no-scoped-key
/api/organizations/:organization_id/projects/:id/change_organization/ POST=no-scoped-key
/api/organizations/:organization_id/projects/:id/access_control_defaults/ GET=access_control:read
/api/organizations/:organization_id/projects/:id/access_control_members/ GET=access_control:read
/api/organizations/:organization_id/projects/:id/access_control_roles/ GET=access_control:read
/api/organizations/:organization_id/projects/:id/access_control_default_objects/ GET=access_control:read
/api/organizations/:organization_id/projects/:id/access_control_default_properties/ GET=access_control:read
/api/organizations/:organization_id/projects/:id/access_control_member_objects/ GET=access_control:read
/api/organizations/:organization_id/projects/:id/access_control_member_properties/ GET=access_control:read
/api/organizations/:organization_id/projects/:id/access_control_role_objects/ GET=access_control:read
/api/organizations/:organization_id/projects/:id/access_control_role_properties/ GET=access_control:read
/api/organizations/:organization_id/projects/:id/default_evaluation_contexts/ GET=no-scoped-key POST=no-scoped-key DELETE=no-scoped-key
/api/organizations/:organization_id/projects/:id/default_release_conditions/ GET=no-scoped-key PUT=no-scoped-key
/api/organizations/:organization_id/projects/:id/evaluation_context_suggestions/ POST=no-scoped-key DELETE=no-scoped-key
/api/organizations/:organization_id/projects/:id/experiments_config/ GET=no-scoped-key PATCH=no-scoped-key
/api/organizations/:organization_id/projects/:id/logs_config/ GET=no-scoped-key PATCH=no-scoped-key
/api/organizations/:organization_id/projects/:id/tracing_config/ GET=no-scoped-key PATCH=no-scoped-key
/api/organizations/:organization_id/projects/:id/rotate_secret_token/ PATCH=no-scoped-key
/api/organizations/:organization_id/projects/:id/delete_secret_token_backup/ PATCH=no-scoped-key
/api/organizations/:organization_id/projects/:id/rotate_heatmaps_screenshot_secret/ PATCH=no-scoped-key
/api/organizations/:organization_id/projects/:id/generate_conversations_public_token/ POST=no-scoped-key
/api/organizations/:organization_id/projects/:id/settings_as_of/ GET=no-scoped-key
/api/organizations/:organization_id/projects/:id/event_ingestion_restrictions/ GET=project:read
/api/organizations/:organization_id/projects/:id/access_controls/ GET=access_control:read PUT=access_control:write
/api/organizations/:organization_id/projects/:id/resource_access_controls/ GET=access_control:read PUT=access_control:write
/api/organizations/:organization_id/projects/:id/global_access_controls/ GET=access_control:read PUT=access_control:write
/api/projects/ GET=project:read POST=project:write
/api/projects/:id/ GET=project:read PUT=project:write PATCH=project:write DELETE=project:write
/api/projects/:id/cancel-deletion/ POST=no-scoped-key
/api/organizations/:organization_id/proxy_records/:id/retry/ POST=any-key
/api/organizations/:organization_id/proxy_records/:id/diagnose/ POST=any-key
/api/organizations/:organization_id/role_external_references/ GET=organization:read POST=organization:write
/api/organizations/:organization_id/role_external_references/:id/ DELETE=organization:write
/api/organizations/:organization_id/role_external_references/lookup/ GET=organization:read
/api/organizations/:organization_id/welcome/current/ GET=any-key
/api/organizations/:organization_id/legal_documents/ GET=legal_document:read POST=legal_document:write
/api/organizations/:organization_id/legal_documents/:id/ GET=legal_document:read DELETE=legal_document:write
/api/organizations/:organization_id/legal_documents/:id/download/ GET=legal_document:read
/api/projects/:project_id/batch_exports/ GET=batch_export:read POST=batch_export:write
/api/projects/:project_id/batch_exports/:id/ GET=batch_export:read PUT=batch_export:write PATCH=batch_export:write DELETE=batch_export:write
/api/projects/:project_id/batch_exports/:id/pause/ POST=batch_export:write
/api/projects/:project_id/batch_exports/:id/unpause/ POST=batch_export:write
/api/projects/:project_id/batch_exports/:id/logs/ GET=batch_export:read
/api/projects/:project_id/batch_exports/test/ GET=batch_export:read
/api/projects/:project_id/batch_exports/run_test_step_new/ POST=batch_export:write
/api/projects/:project_id/batch_exports/:id/run_test_step/ POST=batch_export:write
/api/projects/:project_id/batch_exports/:batch_export_id/backfills/ GET=batch_export:read POST=batch_export:write
/api/projects/:project_id/batch_exports/:batch_export_id/backfills/:id/ GET=batch_export:read
/api/projects/:project_id/batch_exports/:batch_export_id/backfills/:id/cancel/ POST=batch_export:write
/api/projects/:project_id/batch_exports/:batch_export_id/runs/ GET=batch_export:read
/api/projects/:project_id/batch_exports/:batch_export_id/runs/:id/ GET=batch_export:read
/api/projects/:project_id/batch_exports/:batch_export_id/runs/:id/retry/ POST=batch_export:write
/api/projects/:project_id/batch_exports/:batch_export_id/runs/:id/cancel/ POST=batch_export:write
/api/projects/:project_id/batch_exports/:batch_export_id/runs/:id/logs/ GET=batch_export:read
/api/projects/:project_id/integrations/ GET=integration:read POST=integration:write
/api/projects/:project_id/integrations/:id/ GET=integration:read DELETE=integration:write
/api/projects/:project_id/integrations/authorize/ GET=no-scoped-key
/api/projects/:project_id/integrations/request_access/ POST=integration:write
/api/projects/:project_id/integrations/:id/email/ PATCH=no-scoped-key
/api/projects/:project_id/hog_functions/ GET=hog_function:read POST=hog_function:write
/api/projects/:project_id/hog_functions/:id/ GET=hog_function:read PUT=hog_function:write PATCH=hog_function:write
/api/projects/:project_id/hog_functions/:id/logs/ GET=hog_function:read
/api/projects/:project_id/hog_functions/:id/metrics/ GET=hog_function:read
/api/projects/:project_id/hog_functions/:id/metrics/totals/ GET=hog_function:read
/api/projects/:project_id/hog_functions/:id/invocations/ POST=hog_function:write
/api/projects/:project_id/hog_functions/:id/rerun/ POST=hog_function:write,person:read,group:read
/api/projects/:project_id/hog_functions/:id/revisions/ GET=hog_function:read
/api/projects/:project_id/hog_functions/:id/revisions/:version/ GET=hog_function:read
/api/projects/:project_id/hog_functions/:id/revisions/:version/restore/ POST=hog_function:write
/api/projects/:project_id/hog_functions/:id/publish/ POST=hog_function:write
/api/projects/:project_id/hog_functions/:id/discard_draft/ POST=hog_function:write
/api/projects/:project_id/hog_functions/:id/enable_backfills/ POST=no-scoped-key
/api/projects/:project_id/hog_functions/rearrange/ PATCH=hog_function:write
/api/projects/:project_id/hog_functions/masked_secrets/ GET=hog_function:read
/api/projects/:project_id/hog_functions/icon/ GET=no-scoped-key
/api/projects/:project_id/hog_functions/icons/ GET=no-scoped-key
/api/projects/:project_id/hog_function_templates/ GET=hog_function:read
/api/projects/:project_id/hog_function_templates/:template_id/ GET=hog_function:read
/api/projects/:id/access_controls/ GET=access_control:read PUT=access_control:write
/api/projects/:id/resource_access_controls/ GET=access_control:read PUT=access_control:write
/api/projects/:id/global_access_controls/ GET=access_control:read PUT=access_control:write
/api/projects/:id/users_with_access/ GET=access_control:read
/api/projects/:project_id/:resources/:object_id/access_controls/ GET=access_control:read PUT=access_control:write
/api/projects/:project_id/property_access_controls/ GET=access_control:read POST=access_control:write DELETE=access_control:write
/api/projects/:project_id/project_secret_api_keys/ GET=any-key POST=any-key
/api/projects/:project_id/project_secret_api_keys/:id/ GET=any-key PUT=any-key PATCH=any-key DELETE=any-key
/api/projects/:project_id/project_secret_api_keys/:id/roll/ POST=any-key
/api/projects/:project_id/approval_policies/ GET=approvals:read POST=approvals:write
/api/projects/:project_id/approval_policies/:id/ GET=approvals:read PUT=approvals:write PATCH=approvals:write DELETE=approvals:write
/api/projects/:project_id/plugin_configs/:plugin_config_id/logs/ GET=plugin:read
/api/projects/:project_id/persons/deletion_status/ GET=person:read
/api/projects/:project_id/persons/properties_at_time/ GET=person:read
/api/projects/:project_id/persons/batch_by_distinct_ids/ POST=person:read
/api/projects/:project_id/persons/batch_by_uuids/ POST=person:read
/api/projects/:project_id/persons/reset_person_distinct_id/ POST=person:write
/api/projects/:project_id/persons/:id/delete_events/ POST=person:write
/api/projects/:project_id/persons/:id/delete_recordings/ POST=person:write
/api/projects/:project_id/persons/:id/emails/ GET=person:read
/api/projects/:project_id/persons/:id/push_notifications/ GET=person:read
/api/projects/:project_id/activity_log/ GET=activity_log:read
/api/projects/:project_id/advanced_activity_logs/ GET=activity_log:read
/api/projects/:project_id/advanced_activity_logs/available_filters/ GET=activity_log:read
/api/projects/:project_id/advanced_activity_logs/export/ POST=activity_log:read
/api/users/@me/ GET=user:read PATCH=user:write
/api/personal_api_keys/@current/ GET=any-key
/api/projects/:id/access_control_defaults/ GET=access_control:read
/api/projects/:id/access_control_members/ GET=access_control:read
/api/projects/:id/access_control_roles/ GET=access_control:read
/api/projects/:id/access_control_default_objects/ GET=access_control:read
/api/projects/:id/access_control_default_properties/ GET=access_control:read
/api/projects/:id/access_control_member_objects/ GET=access_control:read
/api/projects/:id/access_control_member_properties/ GET=access_control:read
/api/projects/:id/access_control_role_objects/ GET=access_control:read
/api/projects/:id/access_control_role_properties/ GET=access_control:read
/api/projects/:id/access_control_object_search/ GET=access_control:read
/api/projects/:id/access_control_object_rules/ PUT=access_control:write
/api/projects/:id/access_control_resolution_preview/ GET=access_control:read
/api/projects/:id/access_control_resolution_accept/ POST=access_control:write
/api/organizations/:organization_id/projects/:id/users_with_access/ GET=access_control:read
/api/projects/:project_id/:resources/:object_id/users_with_access/ GET=access_control:read
/api/projects/:project_id/integrations/:id/email/verify/ POST=no-scoped-key
/api/public_hog_function_templates/ GET=public
/api/projects/:project_id/file_download_batch_exports/ POST=batch_export:write
/api/projects/:project_id/file_download_batch_exports/:id/ GET=batch_export:read
/api/projects/:project_id/file_download_batch_exports/:id/cancel/ POST=batch_export:write
/api/projects/:project_id/file_download_batch_exports/count_rows/ POST=batch_export:write
/api/billing/ GET=billing:read
/api/billing/spend/ GET=billing:read
/api/billing/usage/ GET=billing:read
/api/projects/:project_id/change_requests/ GET=approvals:read
/api/projects/:project_id/change_requests/:id/ GET=approvals:read
/api/projects/:project_id/change_requests/:id/approve/ POST=approvals:write
/api/projects/:project_id/change_requests/:id/reject/ POST=approvals:write
/api/projects/:project_id/integrations/:id/channels/ GET=integration:read
/api/projects/:project_id/integrations/:id/github_repos/ GET=integration:read
/api/projects/:project_id/integrations/:id/jira_projects/ GET=integration:read
/api/projects/:project_id/integrations/:id/linear_teams/ GET=integration:read
/api/projects/:project_id/integrations/:id/users/ GET=integration:read
/api/users/:uuid/ GET=user:read PATCH=user:write
`;
