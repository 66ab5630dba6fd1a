// Written by `npm run gen` with the generator of cdktf; do not edit.
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface ProjectConfig extends cdktf.TerraformMetaArguments {
  /**
  * Id (UUID) of the organization; by default the one of the provider's configuration.
  */
  readonly organizationId?: string;
  /**
  * Name of the project, 1 to 200 characters; surrounding blanks are dropped by the service.
  */
  readonly name: string;
  /**
  * What the product is about, at most 1,000 characters; surrounding blanks are dropped by the service.
  */
  readonly productDescription?: string;
  /**
  * Time zone of the project's days, a name of the time zone database such as "Europe/Berlin"; the service's default is "UTC".
  */
  readonly timezone?: string;
  /**
  * Day on which a week starts: 0 Sunday, 1 Monday; guessed by the service from the caller's place when a project is made without it.
  */
  readonly weekStartDay?: number;
  /**
  * Addresses of the product's pages on which the toolbar may be opened, at most 200 characters each.
  */
  readonly appUrls?: string[];
  /**
  * Addresses on which sessions may be recorded, at most 200 characters each; everywhere when not set.
  */
  readonly recordingDomains?: string[];
  /**
  * Properties of persons of which the first one present is shown as their name, at most 400 characters each.
  */
  readonly personDisplayNameProperties?: string[];
  /**
  * Address of a Slack webhook for notices, at most 500 characters.
  */
  readonly slackIncomingWebhook?: string;
  /**
  * Whether addresses of clients are discarded; the server-side default is false.
  */
  readonly anonymizeIps?: boolean | cdktf.IResolvable;
  /**
  * Whether new insights leave internal and test accounts out; the server-side default is not set.
  */
  readonly testAccountFiltersDefaultChecked?: boolean | cdktf.IResolvable;
  /**
  * Whether clients stop capturing clicks and page views by themselves; the server-side default is not set.
  */
  readonly autocaptureOptOut?: boolean | cdktf.IResolvable;
  /**
  * Whether clients capture exceptions by themselves; the server-side default is not set.
  */
  readonly autocaptureExceptionsOptIn?: boolean | cdktf.IResolvable;
  /**
  * Whether clients capture web vitals by themselves; the server-side default is not set.
  */
  readonly autocaptureWebVitalsOptIn?: boolean | cdktf.IResolvable;
  /**
  * Whether session recordings hold the console's log; the server-side default is true.
  */
  readonly captureConsoleLogOptIn?: boolean | cdktf.IResolvable;
  /**
  * Whether session recordings hold network timings; the server-side default is true.
  */
  readonly capturePerformanceOptIn?: boolean | cdktf.IResolvable;
  /**
  * Whether sessions are recorded; the server-side default is false.
  */
  readonly sessionRecordingOptIn?: boolean | cdktf.IResolvable;
  /**
  * Share of the sessions that is recorded, 0 to 1 with at most two decimals; all when not set.
  */
  readonly sessionRecordingSampleRate?: number;
  /**
  * Sessions shorter than this are not recorded, in milliseconds, 0 to 30,000.
  */
  readonly sessionRecordingMinimumDurationMilliseconds?: number;
  /**
  * Whether surveys are shown; the server-side default is not set.
  */
  readonly surveysOptIn?: boolean | cdktf.IResolvable;
  /**
  * Whether clicks are captured for heatmaps; the server-side default is not set.
  */
  readonly heatmapsOptIn?: boolean | cdktf.IResolvable;
  /**
  * Whether new feature flags persist across the steps of a sign-up; the server-side default is false.
  */
  readonly flagsPersistenceDefault?: boolean | cdktf.IResolvable;
  /**
  * Refuses to delete the project while true; the value in state counts. Default true.
  */
  readonly deletionProtection?: boolean | cdktf.IResolvable;
  /**
  * Adopts this existing object on create, named by its id or natural key, and changes it to what is declared; of no effect afterwards.
  */
  readonly adopt?: string;
  /**
  * In place of slack_incoming_webhook, without a trace in plan and state; needs Terraform or OpenTofu 1.11. Address of a Slack webhook for notices, at most 500 characters.
  */
  readonly slackIncomingWebhookWo?: string;
  /**
  * Belongs to slack_incoming_webhook_wo: raise it to have the value sent again.
  */
  readonly slackIncomingWebhookWoVersion?: number;
}

/**
* A project of an organization: where events arrive, and what persons, batch exports and everything about data belong to.
*/
export class Project extends cdktf.TerraformResource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "orgform_project";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a Project resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the Project to import
  * @param importFromId The id of the existing Project that should be imported. Refer to the import section in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the Project to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "orgform_project", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new orgform_project Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options ProjectConfig
  */
  public constructor(scope: Construct, id: string, config: ProjectConfig) {
    super(scope, id, {
      terraformResourceType: 'orgform_project',
      terraformGeneratorMetadata: {
        providerName: 'orgform'
      },
      provider: config.provider,
      dependsOn: config.dependsOn,
      count: config.count,
      lifecycle: config.lifecycle,
      provisioners: config.provisioners,
      connection: config.connection,
      forEach: config.forEach
    });
    this._organizationId = config.organizationId;
    this._name = config.name;
    this._productDescription = config.productDescription;
    this._timezone = config.timezone;
    this._weekStartDay = config.weekStartDay;
    this._appUrls = config.appUrls;
    this._recordingDomains = config.recordingDomains;
    this._personDisplayNameProperties = config.personDisplayNameProperties;
    this._slackIncomingWebhook = config.slackIncomingWebhook;
    this._anonymizeIps = config.anonymizeIps;
    this._testAccountFiltersDefaultChecked = config.testAccountFiltersDefaultChecked;
    this._autocaptureOptOut = config.autocaptureOptOut;
    this._autocaptureExceptionsOptIn = config.autocaptureExceptionsOptIn;
    this._autocaptureWebVitalsOptIn = config.autocaptureWebVitalsOptIn;
    this._captureConsoleLogOptIn = config.captureConsoleLogOptIn;
    this._capturePerformanceOptIn = config.capturePerformanceOptIn;
    this._sessionRecordingOptIn = config.sessionRecordingOptIn;
    this._sessionRecordingSampleRate = config.sessionRecordingSampleRate;
    this._sessionRecordingMinimumDurationMilliseconds = config.sessionRecordingMinimumDurationMilliseconds;
    this._surveysOptIn = config.surveysOptIn;
    this._heatmapsOptIn = config.heatmapsOptIn;
    this._flagsPersistenceDefault = config.flagsPersistenceDefault;
    this._deletionProtection = config.deletionProtection;
    this._adopt = config.adopt;
    this._slackIncomingWebhookWo = config.slackIncomingWebhookWo;
    this._slackIncomingWebhookWoVersion = config.slackIncomingWebhookWoVersion;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // id - computed: true, optional: false, required: false
  public get id() {
    return this.getStringAttribute('id');
  }

  // organization_id - computed: true, optional: true, required: false
  private _organizationId?: string; 
  public get organizationId() {
    return this.getStringAttribute('organization_id');
  }
  public set organizationId(value: string) {
    this._organizationId = value;
  }
  public resetOrganizationId() {
    this._organizationId = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get organizationIdInput() {
    return this._organizationId;
  }

  // name - computed: false, optional: false, required: true
  private _name?: string; 
  public get name() {
    return this.getStringAttribute('name');
  }
  public set name(value: string) {
    this._name = value;
  }
  // Temporarily expose input value. Use with caution.
  public get nameInput() {
    return this._name;
  }

  // product_description - computed: false, optional: true, required: false
  private _productDescription?: string; 
  public get productDescription() {
    return this.getStringAttribute('product_description');
  }
  public set productDescription(value: string) {
    this._productDescription = value;
  }
  public resetProductDescription() {
    this._productDescription = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get productDescriptionInput() {
    return this._productDescription;
  }

  // timezone - computed: false, optional: true, required: false
  private _timezone?: string; 
  public get timezone() {
    return this.getStringAttribute('timezone');
  }
  public set timezone(value: string) {
    this._timezone = value;
  }
  public resetTimezone() {
    this._timezone = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get timezoneInput() {
    return this._timezone;
  }

  // week_start_day - computed: false, optional: true, required: false
  private _weekStartDay?: number; 
  public get weekStartDay() {
    return this.getNumberAttribute('week_start_day');
  }
  public set weekStartDay(value: number) {
    this._weekStartDay = value;
  }
  public resetWeekStartDay() {
    this._weekStartDay = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get weekStartDayInput() {
    return this._weekStartDay;
  }

  // app_urls - computed: false, optional: true, required: false
  private _appUrls?: string[]; 
  public get appUrls() {
    return this.getListAttribute('app_urls');
  }
  public set appUrls(value: string[]) {
    this._appUrls = value;
  }
  public resetAppUrls() {
    this._appUrls = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get appUrlsInput() {
    return this._appUrls;
  }

  // recording_domains - computed: false, optional: true, required: false
  private _recordingDomains?: string[]; 
  public get recordingDomains() {
    return this.getListAttribute('recording_domains');
  }
  public set recordingDomains(value: string[]) {
    this._recordingDomains = value;
  }
  public resetRecordingDomains() {
    this._recordingDomains = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get recordingDomainsInput() {
    return this._recordingDomains;
  }

  // person_display_name_properties - computed: false, optional: true, required: false
  private _personDisplayNameProperties?: string[]; 
  public get personDisplayNameProperties() {
    return this.getListAttribute('person_display_name_properties');
  }
  public set personDisplayNameProperties(value: string[]) {
    this._personDisplayNameProperties = value;
  }
  public resetPersonDisplayNameProperties() {
    this._personDisplayNameProperties = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get personDisplayNamePropertiesInput() {
    return this._personDisplayNameProperties;
  }

  // slack_incoming_webhook - computed: false, optional: true, required: false
  private _slackIncomingWebhook?: string; 
  public get slackIncomingWebhook() {
    return this.getStringAttribute('slack_incoming_webhook');
  }
  public set slackIncomingWebhook(value: string) {
    this._slackIncomingWebhook = value;
  }
  public resetSlackIncomingWebhook() {
    this._slackIncomingWebhook = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get slackIncomingWebhookInput() {
    return this._slackIncomingWebhook;
  }

  // anonymize_ips - computed: false, optional: true, required: false
  private _anonymizeIps?: boolean | cdktf.IResolvable; 
  public get anonymizeIps() {
    return this.getBooleanAttribute('anonymize_ips');
  }
  public set anonymizeIps(value: boolean | cdktf.IResolvable) {
    this._anonymizeIps = value;
  }
  public resetAnonymizeIps() {
    this._anonymizeIps = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get anonymizeIpsInput() {
    return this._anonymizeIps;
  }

  // test_account_filters_default_checked - computed: false, optional: true, required: false
  private _testAccountFiltersDefaultChecked?: boolean | cdktf.IResolvable; 
  public get testAccountFiltersDefaultChecked() {
    return this.getBooleanAttribute('test_account_filters_default_checked');
  }
  public set testAccountFiltersDefaultChecked(value: boolean | cdktf.IResolvable) {
    this._testAccountFiltersDefaultChecked = value;
  }
  public resetTestAccountFiltersDefaultChecked() {
    this._testAccountFiltersDefaultChecked = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get testAccountFiltersDefaultCheckedInput() {
    return this._testAccountFiltersDefaultChecked;
  }

  // autocapture_opt_out - computed: false, optional: true, required: false
  private _autocaptureOptOut?: boolean | cdktf.IResolvable; 
  public get autocaptureOptOut() {
    return this.getBooleanAttribute('autocapture_opt_out');
  }
  public set autocaptureOptOut(value: boolean | cdktf.IResolvable) {
    this._autocaptureOptOut = value;
  }
  public resetAutocaptureOptOut() {
    this._autocaptureOptOut = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get autocaptureOptOutInput() {
    return this._autocaptureOptOut;
  }

  // autocapture_exceptions_opt_in - computed: false, optional: true, required: false
  private _autocaptureExceptionsOptIn?: boolean | cdktf.IResolvable; 
  public get autocaptureExceptionsOptIn() {
    return this.getBooleanAttribute('autocapture_exceptions_opt_in');
  }
  public set autocaptureExceptionsOptIn(value: boolean | cdktf.IResolvable) {
    this._autocaptureExceptionsOptIn = value;
  }
  public resetAutocaptureExceptionsOptIn() {
    this._autocaptureExceptionsOptIn = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get autocaptureExceptionsOptInInput() {
    return this._autocaptureExceptionsOptIn;
  }

  // autocapture_web_vitals_opt_in - computed: false, optional: true, required: false
  private _autocaptureWebVitalsOptIn?: boolean | cdktf.IResolvable; 
  public get autocaptureWebVitalsOptIn() {
    return this.getBooleanAttribute('autocapture_web_vitals_opt_in');
  }
  public set autocaptureWebVitalsOptIn(value: boolean | cdktf.IResolvable) {
    this._autocaptureWebVitalsOptIn = value;
  }
  public resetAutocaptureWebVitalsOptIn() {
    this._autocaptureWebVitalsOptIn = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get autocaptureWebVitalsOptInInput() {
    return this._autocaptureWebVitalsOptIn;
  }

  // capture_console_log_opt_in - computed: false, optional: true, required: false
  private _captureConsoleLogOptIn?: boolean | cdktf.IResolvable; 
  public get captureConsoleLogOptIn() {
    return this.getBooleanAttribute('capture_console_log_opt_in');
  }
  public set captureConsoleLogOptIn(value: boolean | cdktf.IResolvable) {
    this._captureConsoleLogOptIn = value;
  }
  public resetCaptureConsoleLogOptIn() {
    this._captureConsoleLogOptIn = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get captureConsoleLogOptInInput() {
    return this._captureConsoleLogOptIn;
  }

  // capture_performance_opt_in - computed: false, optional: true, required: false
  private _capturePerformanceOptIn?: boolean | cdktf.IResolvable; 
  public get capturePerformanceOptIn() {
    return this.getBooleanAttribute('capture_performance_opt_in');
  }
  public set capturePerformanceOptIn(value: boolean | cdktf.IResolvable) {
    this._capturePerformanceOptIn = value;
  }
  public resetCapturePerformanceOptIn() {
    this._capturePerformanceOptIn = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get capturePerformanceOptInInput() {
    return this._capturePerformanceOptIn;
  }

  // session_recording_opt_in - computed: false, optional: true, required: false
  private _sessionRecordingOptIn?: boolean | cdktf.IResolvable; 
  public get sessionRecordingOptIn() {
    return this.getBooleanAttribute('session_recording_opt_in');
  }
  public set sessionRecordingOptIn(value: boolean | cdktf.IResolvable) {
    this._sessionRecordingOptIn = value;
  }
  public resetSessionRecordingOptIn() {
    this._sessionRecordingOptIn = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get sessionRecordingOptInInput() {
    return this._sessionRecordingOptIn;
  }

  // session_recording_sample_rate - computed: false, optional: true, required: false
  private _sessionRecordingSampleRate?: number; 
  public get sessionRecordingSampleRate() {
    return this.getNumberAttribute('session_recording_sample_rate');
  }
  public set sessionRecordingSampleRate(value: number) {
    this._sessionRecordingSampleRate = value;
  }
  public resetSessionRecordingSampleRate() {
    this._sessionRecordingSampleRate = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get sessionRecordingSampleRateInput() {
    return this._sessionRecordingSampleRate;
  }

  // session_recording_minimum_duration_milliseconds - computed: false, optional: true, required: false
  private _sessionRecordingMinimumDurationMilliseconds?: number; 
  public get sessionRecordingMinimumDurationMilliseconds() {
    return this.getNumberAttribute('session_recording_minimum_duration_milliseconds');
  }
  public set sessionRecordingMinimumDurationMilliseconds(value: number) {
    this._sessionRecordingMinimumDurationMilliseconds = value;
  }
  public resetSessionRecordingMinimumDurationMilliseconds() {
    this._sessionRecordingMinimumDurationMilliseconds = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get sessionRecordingMinimumDurationMillisecondsInput() {
    return this._sessionRecordingMinimumDurationMilliseconds;
  }

  // surveys_opt_in - computed: false, optional: true, required: false
  private _surveysOptIn?: boolean | cdktf.IResolvable; 
  public get surveysOptIn() {
    return this.getBooleanAttribute('surveys_opt_in');
  }
  public set surveysOptIn(value: boolean | cdktf.IResolvable) {
    this._surveysOptIn = value;
  }
  public resetSurveysOptIn() {
    this._surveysOptIn = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get surveysOptInInput() {
    return this._surveysOptIn;
  }

  // heatmaps_opt_in - computed: false, optional: true, required: false
  private _heatmapsOptIn?: boolean | cdktf.IResolvable; 
  public get heatmapsOptIn() {
    return this.getBooleanAttribute('heatmaps_opt_in');
  }
  public set heatmapsOptIn(value: boolean | cdktf.IResolvable) {
    this._heatmapsOptIn = value;
  }
  public resetHeatmapsOptIn() {
    this._heatmapsOptIn = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get heatmapsOptInInput() {
    return this._heatmapsOptIn;
  }

  // flags_persistence_default - computed: false, optional: true, required: false
  private _flagsPersistenceDefault?: boolean | cdktf.IResolvable; 
  public get flagsPersistenceDefault() {
    return this.getBooleanAttribute('flags_persistence_default');
  }
  public set flagsPersistenceDefault(value: boolean | cdktf.IResolvable) {
    this._flagsPersistenceDefault = value;
  }
  public resetFlagsPersistenceDefault() {
    this._flagsPersistenceDefault = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get flagsPersistenceDefaultInput() {
    return this._flagsPersistenceDefault;
  }

  // deletion_protection - computed: true, optional: true, required: false
  private _deletionProtection?: boolean | cdktf.IResolvable; 
  public get deletionProtection() {
    return this.getBooleanAttribute('deletion_protection');
  }
  public set deletionProtection(value: boolean | cdktf.IResolvable) {
    this._deletionProtection = value;
  }
  public resetDeletionProtection() {
    this._deletionProtection = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get deletionProtectionInput() {
    return this._deletionProtection;
  }

  // adopt - computed: true, optional: true, required: false
  private _adopt?: string; 
  public get adopt() {
    return this.getStringAttribute('adopt');
  }
  public set adopt(value: string) {
    this._adopt = value;
  }
  public resetAdopt() {
    this._adopt = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get adoptInput() {
    return this._adopt;
  }

  // project_id - computed: true, optional: false, required: false
  public get projectId() {
    return this.getStringAttribute('project_id');
  }

  // uuid - computed: true, optional: false, required: false
  public get uuid() {
    return this.getStringAttribute('uuid');
  }

  // api_token - computed: true, optional: false, required: false
  public get apiToken() {
    return this.getStringAttribute('api_token');
  }

  // slack_incoming_webhook_wo - computed: false, optional: true, required: false
  private _slackIncomingWebhookWo?: string; 
  public get slackIncomingWebhookWo() {
    return this.getStringAttribute('slack_incoming_webhook_wo');
  }
  public set slackIncomingWebhookWo(value: string) {
    this._slackIncomingWebhookWo = value;
  }
  public resetSlackIncomingWebhookWo() {
    this._slackIncomingWebhookWo = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get slackIncomingWebhookWoInput() {
    return this._slackIncomingWebhookWo;
  }

  // slack_incoming_webhook_wo_version - computed: false, optional: true, required: false
  private _slackIncomingWebhookWoVersion?: number; 
  public get slackIncomingWebhookWoVersion() {
    return this.getNumberAttribute('slack_incoming_webhook_wo_version');
  }
  public set slackIncomingWebhookWoVersion(value: number) {
    this._slackIncomingWebhookWoVersion = value;
  }
  public resetSlackIncomingWebhookWoVersion() {
    this._slackIncomingWebhookWoVersion = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get slackIncomingWebhookWoVersionInput() {
    return this._slackIncomingWebhookWoVersion;
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      organization_id: cdktf.stringToTerraform(this._organizationId),
      name: cdktf.stringToTerraform(this._name),
      product_description: cdktf.stringToTerraform(this._productDescription),
      timezone: cdktf.stringToTerraform(this._timezone),
      week_start_day: cdktf.numberToTerraform(this._weekStartDay),
      app_urls: cdktf.listMapper(cdktf.stringToTerraform, false)(this._appUrls),
      recording_domains: cdktf.listMapper(cdktf.stringToTerraform, false)(this._recordingDomains),
      person_display_name_properties: cdktf.listMapper(cdktf.stringToTerraform, false)(this._personDisplayNameProperties),
      slack_incoming_webhook: cdktf.stringToTerraform(this._slackIncomingWebhook),
      anonymize_ips: cdktf.booleanToTerraform(this._anonymizeIps),
      test_account_filters_default_checked: cdktf.booleanToTerraform(this._testAccountFiltersDefaultChecked),
      autocapture_opt_out: cdktf.booleanToTerraform(this._autocaptureOptOut),
      autocapture_exceptions_opt_in: cdktf.booleanToTerraform(this._autocaptureExceptionsOptIn),
      autocapture_web_vitals_opt_in: cdktf.booleanToTerraform(this._autocaptureWebVitalsOptIn),
      capture_console_log_opt_in: cdktf.booleanToTerraform(this._captureConsoleLogOptIn),
      capture_performance_opt_in: cdktf.booleanToTerraform(this._capturePerformanceOptIn),
      session_recording_opt_in: cdktf.booleanToTerraform(this._sessionRecordingOptIn),
      session_recording_sample_rate: cdktf.numberToTerraform(this._sessionRecordingSampleRate),
      session_recording_minimum_duration_milliseconds: cdktf.numberToTerraform(this._sessionRecordingMinimumDurationMilliseconds),
      surveys_opt_in: cdktf.booleanToTerraform(this._surveysOptIn),
      heatmaps_opt_in: cdktf.booleanToTerraform(this._heatmapsOptIn),
      flags_persistence_default: cdktf.booleanToTerraform(this._flagsPersistenceDefault),
      deletion_protection: cdktf.booleanToTerraform(this._deletionProtection),
      adopt: cdktf.stringToTerraform(this._adopt),
      slack_incoming_webhook_wo: cdktf.stringToTerraform(this._slackIncomingWebhookWo),
      slack_incoming_webhook_wo_version: cdktf.numberToTerraform(this._slackIncomingWebhookWoVersion),
    };
  }

  protected synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      organization_id: {
        value: cdktf.stringToHclTerraform(this._organizationId),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      name: {
        value: cdktf.stringToHclTerraform(this._name),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      product_description: {
        value: cdktf.stringToHclTerraform(this._productDescription),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      timezone: {
        value: cdktf.stringToHclTerraform(this._timezone),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      week_start_day: {
        value: cdktf.numberToHclTerraform(this._weekStartDay),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      app_urls: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._appUrls),
        isBlock: false,
        type: "list",
        storageClassType: "stringList",
      },
      recording_domains: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._recordingDomains),
        isBlock: false,
        type: "list",
        storageClassType: "stringList",
      },
      person_display_name_properties: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._personDisplayNameProperties),
        isBlock: false,
        type: "list",
        storageClassType: "stringList",
      },
      slack_incoming_webhook: {
        value: cdktf.stringToHclTerraform(this._slackIncomingWebhook),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      anonymize_ips: {
        value: cdktf.booleanToHclTerraform(this._anonymizeIps),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      test_account_filters_default_checked: {
        value: cdktf.booleanToHclTerraform(this._testAccountFiltersDefaultChecked),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      autocapture_opt_out: {
        value: cdktf.booleanToHclTerraform(this._autocaptureOptOut),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      autocapture_exceptions_opt_in: {
        value: cdktf.booleanToHclTerraform(this._autocaptureExceptionsOptIn),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      autocapture_web_vitals_opt_in: {
        value: cdktf.booleanToHclTerraform(this._autocaptureWebVitalsOptIn),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      capture_console_log_opt_in: {
        value: cdktf.booleanToHclTerraform(this._captureConsoleLogOptIn),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      capture_performance_opt_in: {
        value: cdktf.booleanToHclTerraform(this._capturePerformanceOptIn),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      session_recording_opt_in: {
        value: cdktf.booleanToHclTerraform(this._sessionRecordingOptIn),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      session_recording_sample_rate: {
        value: cdktf.numberToHclTerraform(this._sessionRecordingSampleRate),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      session_recording_minimum_duration_milliseconds: {
        value: cdktf.numberToHclTerraform(this._sessionRecordingMinimumDurationMilliseconds),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      surveys_opt_in: {
        value: cdktf.booleanToHclTerraform(this._surveysOptIn),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      heatmaps_opt_in: {
        value: cdktf.booleanToHclTerraform(this._heatmapsOptIn),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      flags_persistence_default: {
        value: cdktf.booleanToHclTerraform(this._flagsPersistenceDefault),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      deletion_protection: {
        value: cdktf.booleanToHclTerraform(this._deletionProtection),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      adopt: {
        value: cdktf.stringToHclTerraform(this._adopt),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      slack_incoming_webhook_wo: {
        value: cdktf.stringToHclTerraform(this._slackIncomingWebhookWo),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      slack_incoming_webhook_wo_version: {
        value: cdktf.numberToHclTerraform(this._slackIncomingWebhookWoVersion),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
