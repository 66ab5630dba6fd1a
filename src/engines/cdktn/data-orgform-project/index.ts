// Written by `npm run gen` with the generator of cdktn; do not edit.
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktn from 'cdktn';

// Configuration

export interface DataOrgformProjectConfig extends cdktn.TerraformMetaArguments {
  /**
  * Id (UUID) of the organization; by default the one of the provider's configuration.
  */
  readonly organizationId?: string;
  /**
  * Name of the project, 1 to 200 characters; surrounding blanks are dropped by the service.
  */
  readonly name?: string;
  /**
  * Number of the project, as text.
  */
  readonly projectId?: string;
}

/**
* Looks up an existing Project by one of project_id, name. A project of an organization: where events arrive, and what persons, batch exports and everything about data belong to.
*/
export class DataOrgformProject extends cdktn.TerraformDataSource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "orgform_project";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTN code for importing a DataOrgformProject resource upon running "cdktn plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the DataOrgformProject to import
  * @param importFromId The id of the existing DataOrgformProject that should be imported. Refer to the import section in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the DataOrgformProject to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktn.TerraformProvider) {
        return new cdktn.ImportableResource(scope, importToId, { terraformResourceType: "orgform_project", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new orgform_project Data Source
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options DataOrgformProjectConfig = {}
  */
  public constructor(scope: Construct, id: string, config: DataOrgformProjectConfig = {}) {
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
    this._projectId = config.projectId;
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

  // name - computed: true, optional: true, required: false
  private _name?: string; 
  public get name() {
    return this.getStringAttribute('name');
  }
  public set name(value: string) {
    this._name = value;
  }
  public resetName() {
    this._name = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get nameInput() {
    return this._name;
  }

  // product_description - computed: true, optional: false, required: false
  public get productDescription() {
    return this.getStringAttribute('product_description');
  }

  // timezone - computed: true, optional: false, required: false
  public get timezone() {
    return this.getStringAttribute('timezone');
  }

  // week_start_day - computed: true, optional: false, required: false
  public get weekStartDay() {
    return this.getNumberAttribute('week_start_day');
  }

  // app_urls - computed: true, optional: false, required: false
  public get appUrls() {
    return this.getListAttribute('app_urls');
  }

  // recording_domains - computed: true, optional: false, required: false
  public get recordingDomains() {
    return this.getListAttribute('recording_domains');
  }

  // person_display_name_properties - computed: true, optional: false, required: false
  public get personDisplayNameProperties() {
    return this.getListAttribute('person_display_name_properties');
  }

  // anonymize_ips - computed: true, optional: false, required: false
  public get anonymizeIps() {
    return this.getBooleanAttribute('anonymize_ips');
  }

  // test_account_filters_default_checked - computed: true, optional: false, required: false
  public get testAccountFiltersDefaultChecked() {
    return this.getBooleanAttribute('test_account_filters_default_checked');
  }

  // autocapture_opt_out - computed: true, optional: false, required: false
  public get autocaptureOptOut() {
    return this.getBooleanAttribute('autocapture_opt_out');
  }

  // autocapture_exceptions_opt_in - computed: true, optional: false, required: false
  public get autocaptureExceptionsOptIn() {
    return this.getBooleanAttribute('autocapture_exceptions_opt_in');
  }

  // autocapture_web_vitals_opt_in - computed: true, optional: false, required: false
  public get autocaptureWebVitalsOptIn() {
    return this.getBooleanAttribute('autocapture_web_vitals_opt_in');
  }

  // capture_console_log_opt_in - computed: true, optional: false, required: false
  public get captureConsoleLogOptIn() {
    return this.getBooleanAttribute('capture_console_log_opt_in');
  }

  // capture_performance_opt_in - computed: true, optional: false, required: false
  public get capturePerformanceOptIn() {
    return this.getBooleanAttribute('capture_performance_opt_in');
  }

  // session_recording_opt_in - computed: true, optional: false, required: false
  public get sessionRecordingOptIn() {
    return this.getBooleanAttribute('session_recording_opt_in');
  }

  // session_recording_sample_rate - computed: true, optional: false, required: false
  public get sessionRecordingSampleRate() {
    return this.getNumberAttribute('session_recording_sample_rate');
  }

  // session_recording_minimum_duration_milliseconds - computed: true, optional: false, required: false
  public get sessionRecordingMinimumDurationMilliseconds() {
    return this.getNumberAttribute('session_recording_minimum_duration_milliseconds');
  }

  // surveys_opt_in - computed: true, optional: false, required: false
  public get surveysOptIn() {
    return this.getBooleanAttribute('surveys_opt_in');
  }

  // heatmaps_opt_in - computed: true, optional: false, required: false
  public get heatmapsOptIn() {
    return this.getBooleanAttribute('heatmaps_opt_in');
  }

  // flags_persistence_default - computed: true, optional: false, required: false
  public get flagsPersistenceDefault() {
    return this.getBooleanAttribute('flags_persistence_default');
  }

  // project_id - computed: true, optional: true, required: false
  private _projectId?: string; 
  public get projectId() {
    return this.getStringAttribute('project_id');
  }
  public set projectId(value: string) {
    this._projectId = value;
  }
  public resetProjectId() {
    this._projectId = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get projectIdInput() {
    return this._projectId;
  }

  // uuid - computed: true, optional: false, required: false
  public get uuid() {
    return this.getStringAttribute('uuid');
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      organization_id: cdktn.stringToTerraform(this._organizationId),
      name: cdktn.stringToTerraform(this._name),
      project_id: cdktn.stringToTerraform(this._projectId),
    };
  }

  protected synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      organization_id: {
        value: cdktn.stringToHclTerraform(this._organizationId),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      name: {
        value: cdktn.stringToHclTerraform(this._name),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      project_id: {
        value: cdktn.stringToHclTerraform(this._projectId),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
