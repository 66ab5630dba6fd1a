// Written by `npm run gen` with the generator of cdktf; do not edit.
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface DomainSsoConfig extends cdktf.TerraformMetaArguments {
  /**
  * Id (UUID) of the organization; by default the one of the provider's configuration.
  */
  readonly organizationId?: string;
  /**
  * Id (UUID) of the domain.
  */
  readonly domainId: string;
  /**
  * Whether people who sign in with an address of this domain are made members at once; needs a verified domain and a plan that has the feature.
  */
  readonly jitProvisioningEnabled?: boolean | cdktf.IResolvable;
  /**
  * How people with an address of this domain must sign in: "google-oauth2", "github", "gitlab" or "saml"; "" leaves it open. Needs a verified domain.
  */
  readonly ssoEnforcement?: string;
  /**
  * Adopts this existing object on create, named by its id or natural key, and changes it to what is declared; of no effect afterwards.
  */
  readonly adopt?: string;
}

/**
* The single sign-on settings of a verified domain, as a resource of their own, so that domain, DNS record, verification and enforcement fit into one update.
*/
export class DomainSso extends cdktf.TerraformResource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "orgform_domain_sso";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a DomainSso resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the DomainSso to import
  * @param importFromId The id of the existing DomainSso that should be imported. Refer to the import section in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the DomainSso to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "orgform_domain_sso", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new orgform_domain_sso Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options DomainSsoConfig
  */
  public constructor(scope: Construct, id: string, config: DomainSsoConfig) {
    super(scope, id, {
      terraformResourceType: 'orgform_domain_sso',
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
    this._domainId = config.domainId;
    this._jitProvisioningEnabled = config.jitProvisioningEnabled;
    this._ssoEnforcement = config.ssoEnforcement;
    this._adopt = config.adopt;
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

  // domain_id - computed: false, optional: false, required: true
  private _domainId?: string; 
  public get domainId() {
    return this.getStringAttribute('domain_id');
  }
  public set domainId(value: string) {
    this._domainId = value;
  }
  // Temporarily expose input value. Use with caution.
  public get domainIdInput() {
    return this._domainId;
  }

  // jit_provisioning_enabled - computed: false, optional: true, required: false
  private _jitProvisioningEnabled?: boolean | cdktf.IResolvable; 
  public get jitProvisioningEnabled() {
    return this.getBooleanAttribute('jit_provisioning_enabled');
  }
  public set jitProvisioningEnabled(value: boolean | cdktf.IResolvable) {
    this._jitProvisioningEnabled = value;
  }
  public resetJitProvisioningEnabled() {
    this._jitProvisioningEnabled = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get jitProvisioningEnabledInput() {
    return this._jitProvisioningEnabled;
  }

  // sso_enforcement - computed: false, optional: true, required: false
  private _ssoEnforcement?: string; 
  public get ssoEnforcement() {
    return this.getStringAttribute('sso_enforcement');
  }
  public set ssoEnforcement(value: string) {
    this._ssoEnforcement = value;
  }
  public resetSsoEnforcement() {
    this._ssoEnforcement = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get ssoEnforcementInput() {
    return this._ssoEnforcement;
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

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      organization_id: cdktf.stringToTerraform(this._organizationId),
      domain_id: cdktf.stringToTerraform(this._domainId),
      jit_provisioning_enabled: cdktf.booleanToTerraform(this._jitProvisioningEnabled),
      sso_enforcement: cdktf.stringToTerraform(this._ssoEnforcement),
      adopt: cdktf.stringToTerraform(this._adopt),
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
      domain_id: {
        value: cdktf.stringToHclTerraform(this._domainId),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      jit_provisioning_enabled: {
        value: cdktf.booleanToHclTerraform(this._jitProvisioningEnabled),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      sso_enforcement: {
        value: cdktf.stringToHclTerraform(this._ssoEnforcement),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      adopt: {
        value: cdktf.stringToHclTerraform(this._adopt),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
