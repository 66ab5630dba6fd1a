// Written by `npm run gen` with the generator of cdktn; do not edit.
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktn from 'cdktn';

// Configuration

export interface DomainConfig extends cdktn.TerraformMetaArguments {
  /**
  * Id (UUID) of the organization; by default the one of the provider's configuration.
  */
  readonly organizationId?: string;
  /**
  * The domain name, lower case, at most 128 characters.
  */
  readonly domain: string;
  /**
  * Whether people who sign in with an address of this domain are made members at once; needs a verified domain and a plan that has the feature.
  */
  readonly jitProvisioningEnabled?: boolean | cdktn.IResolvable;
  /**
  * How people with an address of this domain must sign in: "google-oauth2", "github", "gitlab" or "saml"; "" leaves it open. Needs a verified domain.
  */
  readonly ssoEnforcement?: string;
  /**
  * Entity id of the SAML identity provider, at most 512 characters.
  */
  readonly samlEntityId?: string;
  /**
  * Address of the SAML identity provider's sign-in page, at most 512 characters.
  */
  readonly samlAcsUrl?: string;
  /**
  * X.509 certificate of the SAML identity provider, PEM; trimmed by the service.
  */
  readonly samlX509Cert?: string;
  /**
  * Adopts this existing object on create, named by its id or natural key, and changes it to what is declared; of no effect afterwards.
  */
  readonly adopt?: string;
  /**
  * In place of saml_x509_cert, without a trace in plan and state; needs Terraform or OpenTofu 1.11. X.509 certificate of the SAML identity provider, PEM; trimmed by the service.
  */
  readonly samlX509CertWo?: string;
  /**
  * Belongs to saml_x509_cert_wo: raise it to have the value sent again.
  */
  readonly samlX509CertWoVersion?: number;
}
export interface DomainVerificationRecord {
}

export function domainVerificationRecordToTerraform(struct?: DomainVerificationRecord): any {
  if (!cdktn.canInspect(struct) || cdktn.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktn.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdktn.io/docs/concepts/resources#references");
  }
  return {
  }
}


export function domainVerificationRecordToHclTerraform(struct?: DomainVerificationRecord): any {
  if (!cdktn.canInspect(struct) || cdktn.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktn.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdktn.io/docs/concepts/resources#references");
  }
  const attrs = {
  };
  return attrs;
}

export class DomainVerificationRecordOutputReference extends cdktn.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktn.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DomainVerificationRecord | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DomainVerificationRecord | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // type - computed: true, optional: false, required: false
  public get type() {
    return this.getStringAttribute('type');
  }

  // name - computed: true, optional: false, required: false
  public get name() {
    return this.getStringAttribute('name');
  }

  // value - computed: true, optional: false, required: false
  public get value() {
    return this.getStringAttribute('value');
  }
}

/**
* An e-mail domain of an organization, which once verified can enforce single sign-on.
*/
export class Domain extends cdktn.TerraformResource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "orgform_domain";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTN code for importing a Domain resource upon running "cdktn plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the Domain to import
  * @param importFromId The id of the existing Domain that should be imported. Refer to the import section in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the Domain to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktn.TerraformProvider) {
        return new cdktn.ImportableResource(scope, importToId, { terraformResourceType: "orgform_domain", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new orgform_domain Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options DomainConfig
  */
  public constructor(scope: Construct, id: string, config: DomainConfig) {
    super(scope, id, {
      terraformResourceType: 'orgform_domain',
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
    this._domain = config.domain;
    this._jitProvisioningEnabled = config.jitProvisioningEnabled;
    this._ssoEnforcement = config.ssoEnforcement;
    this._samlEntityId = config.samlEntityId;
    this._samlAcsUrl = config.samlAcsUrl;
    this._samlX509Cert = config.samlX509Cert;
    this._adopt = config.adopt;
    this._samlX509CertWo = config.samlX509CertWo;
    this._samlX509CertWoVersion = config.samlX509CertWoVersion;
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

  // domain - computed: false, optional: false, required: true
  private _domain?: string; 
  public get domain() {
    return this.getStringAttribute('domain');
  }
  public set domain(value: string) {
    this._domain = value;
  }
  // Temporarily expose input value. Use with caution.
  public get domainInput() {
    return this._domain;
  }

  // jit_provisioning_enabled - computed: false, optional: true, required: false
  private _jitProvisioningEnabled?: boolean | cdktn.IResolvable; 
  public get jitProvisioningEnabled() {
    return this.getBooleanAttribute('jit_provisioning_enabled');
  }
  public set jitProvisioningEnabled(value: boolean | cdktn.IResolvable) {
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

  // saml_entity_id - computed: false, optional: true, required: false
  private _samlEntityId?: string; 
  public get samlEntityId() {
    return this.getStringAttribute('saml_entity_id');
  }
  public set samlEntityId(value: string) {
    this._samlEntityId = value;
  }
  public resetSamlEntityId() {
    this._samlEntityId = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get samlEntityIdInput() {
    return this._samlEntityId;
  }

  // saml_acs_url - computed: false, optional: true, required: false
  private _samlAcsUrl?: string; 
  public get samlAcsUrl() {
    return this.getStringAttribute('saml_acs_url');
  }
  public set samlAcsUrl(value: string) {
    this._samlAcsUrl = value;
  }
  public resetSamlAcsUrl() {
    this._samlAcsUrl = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get samlAcsUrlInput() {
    return this._samlAcsUrl;
  }

  // saml_x509_cert - computed: false, optional: true, required: false
  private _samlX509Cert?: string; 
  public get samlX509Cert() {
    return this.getStringAttribute('saml_x509_cert');
  }
  public set samlX509Cert(value: string) {
    this._samlX509Cert = value;
  }
  public resetSamlX509Cert() {
    this._samlX509Cert = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get samlX509CertInput() {
    return this._samlX509Cert;
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

  // domain_id - computed: true, optional: false, required: false
  public get domainId() {
    return this.getStringAttribute('domain_id');
  }

  // verification_record - computed: true, optional: false, required: false
  private _verificationRecord = new DomainVerificationRecordOutputReference(this, "verification_record");
  public get verificationRecord() {
    return this._verificationRecord;
  }

  // held_back - computed: true, optional: false, required: false
  public get heldBack() {
    return this.getListAttribute('held_back');
  }

  // saml_x509_cert_wo - computed: false, optional: true, required: false
  private _samlX509CertWo?: string; 
  /**
  * @deprecated Write-only: the provider never returns this value; reading it always yields null by protocol contract. The getter remains for compatibility and will be removed in a future prebuilt-provider major.
  */
  public get samlX509CertWo() {
    return this.getStringAttribute('saml_x509_cert_wo');
  }
  public set samlX509CertWo(value: string) {
    this._samlX509CertWo = value;
  }
  public resetSamlX509CertWo() {
    this._samlX509CertWo = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get samlX509CertWoInput() {
    return this._samlX509CertWo;
  }

  // saml_x509_cert_wo_version - computed: false, optional: true, required: false
  private _samlX509CertWoVersion?: number; 
  public get samlX509CertWoVersion() {
    return this.getNumberAttribute('saml_x509_cert_wo_version');
  }
  public set samlX509CertWoVersion(value: number) {
    this._samlX509CertWoVersion = value;
  }
  public resetSamlX509CertWoVersion() {
    this._samlX509CertWoVersion = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get samlX509CertWoVersionInput() {
    return this._samlX509CertWoVersion;
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      organization_id: cdktn.stringToTerraform(this._organizationId),
      domain: cdktn.stringToTerraform(this._domain),
      jit_provisioning_enabled: cdktn.booleanToTerraform(this._jitProvisioningEnabled),
      sso_enforcement: cdktn.stringToTerraform(this._ssoEnforcement),
      saml_entity_id: cdktn.stringToTerraform(this._samlEntityId),
      saml_acs_url: cdktn.stringToTerraform(this._samlAcsUrl),
      saml_x509_cert: cdktn.stringToTerraform(this._samlX509Cert),
      adopt: cdktn.stringToTerraform(this._adopt),
      saml_x509_cert_wo: this.markWriteOnlyAttribute(cdktn.stringToTerraform(this._samlX509CertWo)),
      saml_x509_cert_wo_version: cdktn.numberToTerraform(this._samlX509CertWoVersion),
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
      domain: {
        value: cdktn.stringToHclTerraform(this._domain),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      jit_provisioning_enabled: {
        value: cdktn.booleanToHclTerraform(this._jitProvisioningEnabled),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      sso_enforcement: {
        value: cdktn.stringToHclTerraform(this._ssoEnforcement),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      saml_entity_id: {
        value: cdktn.stringToHclTerraform(this._samlEntityId),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      saml_acs_url: {
        value: cdktn.stringToHclTerraform(this._samlAcsUrl),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      saml_x509_cert: {
        value: cdktn.stringToHclTerraform(this._samlX509Cert),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      adopt: {
        value: cdktn.stringToHclTerraform(this._adopt),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      saml_x509_cert_wo: {
        value: this.markWriteOnlyAttribute(cdktn.stringToHclTerraform(this._samlX509CertWo)),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      saml_x509_cert_wo_version: {
        value: cdktn.numberToHclTerraform(this._samlX509CertWoVersion),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
