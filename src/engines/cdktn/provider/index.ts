// Written by `npm run gen` with the generator of cdktn; do not edit.
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktn from 'cdktn';

// Configuration

export interface OrgformProviderConfig {
  /**
  * Personal API key of the service. Else from the environment: ORGFORM_API_KEY or POSTHOG_API_KEY.
  */
  readonly apiKey?: string;
  /**
  * Address of the service, for instance https://eu.posthog.com. There is no default: a key is only ever sent where you say. Else from the environment: ORGFORM_HOST or POSTHOG_HOST.
  */
  readonly host?: string;
  /**
  * Id (UUID) of the organization of resources that name none. Else from the environment: ORGFORM_ORGANIZATION_ID or POSTHOG_ORGANIZATION_ID.
  */
  readonly organizationId?: string;
  /**
  * Time limit of one request, in seconds, 1 to 600. Default 30. Else from the environment: ORGFORM_REQUEST_TIMEOUT_SECONDS.
  */
  readonly requestTimeoutSeconds?: number;
  /**
  * Time limit of one call with all its repetitions and waits, in seconds, 0 to 3600. Default 120. Else from the environment: ORGFORM_RETRY_BUDGET_SECONDS.
  */
  readonly retryBudgetSeconds?: number;
  /**
  * Most requests in a minute. Default 400; the service allows 480. Else from the environment: ORGFORM_REQUESTS_PER_MINUTE.
  */
  readonly requestsPerMinute?: number;
  /**
  * Most requests in an hour. Default 4000; the service allows 4800. Else from the environment: ORGFORM_REQUESTS_PER_HOUR.
  */
  readonly requestsPerHour?: number;
  /**
  * Allows plain http to other machines than this one. Default false. Else from the environment: ORGFORM_ALLOW_INSECURE_HTTP.
  */
  readonly allowInsecureHttp?: boolean | cdktn.IResolvable;
  /**
  * Alias name
  */
  readonly alias?: string;
}

import { OrgformProviderFunctions } from '../provider-functions/index';
/**
* One account at the service.
*/
export class OrgformProvider extends cdktn.TerraformProvider {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "orgform";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTN code for importing a OrgformProvider resource upon running "cdktn plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the OrgformProvider to import
  * @param importFromId The id of the existing OrgformProvider that should be imported. Refer to the import section in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the OrgformProvider to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktn.TerraformProvider) {
        return new cdktn.ImportableResource(scope, importToId, { terraformResourceType: "orgform", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new orgform Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options OrgformProviderConfig = {}
  */
  public constructor(scope: Construct, id: string, config: OrgformProviderConfig = {}) {
    super(scope, id, {
      terraformResourceType: 'orgform',
      terraformGeneratorMetadata: {
        providerName: 'orgform'
      },
      terraformProviderSource: 'orgform/orgform'
    });
    this._apiKey = config.apiKey;
    this._host = config.host;
    this._organizationId = config.organizationId;
    this._requestTimeoutSeconds = config.requestTimeoutSeconds;
    this._retryBudgetSeconds = config.retryBudgetSeconds;
    this._requestsPerMinute = config.requestsPerMinute;
    this._requestsPerHour = config.requestsPerHour;
    this._allowInsecureHttp = config.allowInsecureHttp;
    this._alias = config.alias;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // api_key - computed: false, optional: true, required: false
  private _apiKey?: string; 
  public get apiKey() {
    return this._apiKey;
  }
  public set apiKey(value: string | undefined) {
    this._apiKey = value;
  }
  public resetApiKey() {
    this._apiKey = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get apiKeyInput() {
    return this._apiKey;
  }

  // host - computed: false, optional: true, required: false
  private _host?: string; 
  public get host() {
    return this._host;
  }
  public set host(value: string | undefined) {
    this._host = value;
  }
  public resetHost() {
    this._host = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get hostInput() {
    return this._host;
  }

  // organization_id - computed: false, optional: true, required: false
  private _organizationId?: string; 
  public get organizationId() {
    return this._organizationId;
  }
  public set organizationId(value: string | undefined) {
    this._organizationId = value;
  }
  public resetOrganizationId() {
    this._organizationId = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get organizationIdInput() {
    return this._organizationId;
  }

  // request_timeout_seconds - computed: false, optional: true, required: false
  private _requestTimeoutSeconds?: number; 
  public get requestTimeoutSeconds() {
    return this._requestTimeoutSeconds;
  }
  public set requestTimeoutSeconds(value: number | undefined) {
    this._requestTimeoutSeconds = value;
  }
  public resetRequestTimeoutSeconds() {
    this._requestTimeoutSeconds = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get requestTimeoutSecondsInput() {
    return this._requestTimeoutSeconds;
  }

  // retry_budget_seconds - computed: false, optional: true, required: false
  private _retryBudgetSeconds?: number; 
  public get retryBudgetSeconds() {
    return this._retryBudgetSeconds;
  }
  public set retryBudgetSeconds(value: number | undefined) {
    this._retryBudgetSeconds = value;
  }
  public resetRetryBudgetSeconds() {
    this._retryBudgetSeconds = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get retryBudgetSecondsInput() {
    return this._retryBudgetSeconds;
  }

  // requests_per_minute - computed: false, optional: true, required: false
  private _requestsPerMinute?: number; 
  public get requestsPerMinute() {
    return this._requestsPerMinute;
  }
  public set requestsPerMinute(value: number | undefined) {
    this._requestsPerMinute = value;
  }
  public resetRequestsPerMinute() {
    this._requestsPerMinute = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get requestsPerMinuteInput() {
    return this._requestsPerMinute;
  }

  // requests_per_hour - computed: false, optional: true, required: false
  private _requestsPerHour?: number; 
  public get requestsPerHour() {
    return this._requestsPerHour;
  }
  public set requestsPerHour(value: number | undefined) {
    this._requestsPerHour = value;
  }
  public resetRequestsPerHour() {
    this._requestsPerHour = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get requestsPerHourInput() {
    return this._requestsPerHour;
  }

  // allow_insecure_http - computed: false, optional: true, required: false
  private _allowInsecureHttp?: boolean | cdktn.IResolvable; 
  public get allowInsecureHttp() {
    return this._allowInsecureHttp;
  }
  public set allowInsecureHttp(value: boolean | cdktn.IResolvable | undefined) {
    this._allowInsecureHttp = value;
  }
  public resetAllowInsecureHttp() {
    this._allowInsecureHttp = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get allowInsecureHttpInput() {
    return this._allowInsecureHttp;
  }

  // alias - computed: false, optional: true, required: false
  private _alias?: string; 
  public get alias() {
    return this._alias;
  }
  public set alias(value: string | undefined) {
    this._alias = value;
  }
  public resetAlias() {
    this._alias = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get aliasInput() {
    return this._alias;
  }

  // ==========================
  // PROVIDER-DEFINED FUNCTIONS
  // ==========================
  private _functions?: OrgformProviderFunctions;

  /**
  * Provider-defined functions of the orgform provider.
  */
  public get functions(): OrgformProviderFunctions {
    if (!this._functions) {
      this._functions = new OrgformProviderFunctions(this.terraformResourceType);
    }
    return this._functions;
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      api_key: cdktn.stringToTerraform(this._apiKey),
      host: cdktn.stringToTerraform(this._host),
      organization_id: cdktn.stringToTerraform(this._organizationId),
      request_timeout_seconds: cdktn.numberToTerraform(this._requestTimeoutSeconds),
      retry_budget_seconds: cdktn.numberToTerraform(this._retryBudgetSeconds),
      requests_per_minute: cdktn.numberToTerraform(this._requestsPerMinute),
      requests_per_hour: cdktn.numberToTerraform(this._requestsPerHour),
      allow_insecure_http: cdktn.booleanToTerraform(this._allowInsecureHttp),
      alias: cdktn.stringToTerraform(this._alias),
    };
  }

  protected synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      api_key: {
        value: cdktn.stringToHclTerraform(this._apiKey),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      host: {
        value: cdktn.stringToHclTerraform(this._host),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      organization_id: {
        value: cdktn.stringToHclTerraform(this._organizationId),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      request_timeout_seconds: {
        value: cdktn.numberToHclTerraform(this._requestTimeoutSeconds),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      retry_budget_seconds: {
        value: cdktn.numberToHclTerraform(this._retryBudgetSeconds),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      requests_per_minute: {
        value: cdktn.numberToHclTerraform(this._requestsPerMinute),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      requests_per_hour: {
        value: cdktn.numberToHclTerraform(this._requestsPerHour),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      allow_insecure_http: {
        value: cdktn.booleanToHclTerraform(this._allowInsecureHttp),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      alias: {
        value: cdktn.stringToHclTerraform(this._alias),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
