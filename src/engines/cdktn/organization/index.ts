// Written by `npm run gen` with the generator of cdktn; do not edit.
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktn from 'cdktn';

// Configuration

export interface OrganizationConfig extends cdktn.TerraformMetaArguments {
  /**
  * Name of the organization, 1 to 64 characters, not unique; surrounding blanks are dropped by the service.
  */
  readonly name: string;
  /**
  * Id (UUID) of an uploaded image that serves as the logo.
  */
  readonly logoMediaId?: string;
  /**
  * Whether members get an e-mail when somebody joins; the server-side default is true.
  */
  readonly isMemberJoinEmailEnabled?: boolean | cdktn.IResolvable;
  /**
  * Whether members must use two-factor authentication; not set at first.
  */
  readonly enforce2Fa?: boolean | cdktn.IResolvable;
  /**
  * Refuses to delete the organization while true; the value in state counts. Default true.
  */
  readonly deletionProtection?: boolean | cdktn.IResolvable;
  /**
  * Lets create make a second organization of the same name. Default false.
  */
  readonly allowDuplicateName?: boolean | cdktn.IResolvable;
  /**
  * Adopts this existing object on create, named by its id or natural key, and changes it to what is declared; of no effect afterwards.
  */
  readonly adopt?: string;
}

/**
* An organization: the root that owns projects, domains, members and everything else.
*/
export class Organization extends cdktn.TerraformResource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "orgform_organization";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTN code for importing a Organization resource upon running "cdktn plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the Organization to import
  * @param importFromId The id of the existing Organization that should be imported. Refer to the import section in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the Organization to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktn.TerraformProvider) {
        return new cdktn.ImportableResource(scope, importToId, { terraformResourceType: "orgform_organization", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new orgform_organization Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options OrganizationConfig
  */
  public constructor(scope: Construct, id: string, config: OrganizationConfig) {
    super(scope, id, {
      terraformResourceType: 'orgform_organization',
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
    this._name = config.name;
    this._logoMediaId = config.logoMediaId;
    this._isMemberJoinEmailEnabled = config.isMemberJoinEmailEnabled;
    this._enforce2Fa = config.enforce2Fa;
    this._deletionProtection = config.deletionProtection;
    this._allowDuplicateName = config.allowDuplicateName;
    this._adopt = config.adopt;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // id - computed: true, optional: false, required: false
  public get id() {
    return this.getStringAttribute('id');
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

  // logo_media_id - computed: false, optional: true, required: false
  private _logoMediaId?: string; 
  public get logoMediaId() {
    return this.getStringAttribute('logo_media_id');
  }
  public set logoMediaId(value: string) {
    this._logoMediaId = value;
  }
  public resetLogoMediaId() {
    this._logoMediaId = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get logoMediaIdInput() {
    return this._logoMediaId;
  }

  // is_member_join_email_enabled - computed: false, optional: true, required: false
  private _isMemberJoinEmailEnabled?: boolean | cdktn.IResolvable; 
  public get isMemberJoinEmailEnabled() {
    return this.getBooleanAttribute('is_member_join_email_enabled');
  }
  public set isMemberJoinEmailEnabled(value: boolean | cdktn.IResolvable) {
    this._isMemberJoinEmailEnabled = value;
  }
  public resetIsMemberJoinEmailEnabled() {
    this._isMemberJoinEmailEnabled = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get isMemberJoinEmailEnabledInput() {
    return this._isMemberJoinEmailEnabled;
  }

  // enforce_2fa - computed: false, optional: true, required: false
  private _enforce2Fa?: boolean | cdktn.IResolvable; 
  public get enforce2Fa() {
    return this.getBooleanAttribute('enforce_2fa');
  }
  public set enforce2Fa(value: boolean | cdktn.IResolvable) {
    this._enforce2Fa = value;
  }
  public resetEnforce2Fa() {
    this._enforce2Fa = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get enforce2FaInput() {
    return this._enforce2Fa;
  }

  // deletion_protection - computed: true, optional: true, required: false
  private _deletionProtection?: boolean | cdktn.IResolvable; 
  public get deletionProtection() {
    return this.getBooleanAttribute('deletion_protection');
  }
  public set deletionProtection(value: boolean | cdktn.IResolvable) {
    this._deletionProtection = value;
  }
  public resetDeletionProtection() {
    this._deletionProtection = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get deletionProtectionInput() {
    return this._deletionProtection;
  }

  // allow_duplicate_name - computed: true, optional: true, required: false
  private _allowDuplicateName?: boolean | cdktn.IResolvable; 
  public get allowDuplicateName() {
    return this.getBooleanAttribute('allow_duplicate_name');
  }
  public set allowDuplicateName(value: boolean | cdktn.IResolvable) {
    this._allowDuplicateName = value;
  }
  public resetAllowDuplicateName() {
    this._allowDuplicateName = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get allowDuplicateNameInput() {
    return this._allowDuplicateName;
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

  // organization_id - computed: true, optional: false, required: false
  public get organizationId() {
    return this.getStringAttribute('organization_id');
  }

  // slug - computed: true, optional: false, required: false
  public get slug() {
    return this.getStringAttribute('slug');
  }

  // created_at - computed: true, optional: false, required: false
  public get createdAt() {
    return this.getStringAttribute('created_at');
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      name: cdktn.stringToTerraform(this._name),
      logo_media_id: cdktn.stringToTerraform(this._logoMediaId),
      is_member_join_email_enabled: cdktn.booleanToTerraform(this._isMemberJoinEmailEnabled),
      enforce_2fa: cdktn.booleanToTerraform(this._enforce2Fa),
      deletion_protection: cdktn.booleanToTerraform(this._deletionProtection),
      allow_duplicate_name: cdktn.booleanToTerraform(this._allowDuplicateName),
      adopt: cdktn.stringToTerraform(this._adopt),
    };
  }

  protected synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      name: {
        value: cdktn.stringToHclTerraform(this._name),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      logo_media_id: {
        value: cdktn.stringToHclTerraform(this._logoMediaId),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      is_member_join_email_enabled: {
        value: cdktn.booleanToHclTerraform(this._isMemberJoinEmailEnabled),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      enforce_2fa: {
        value: cdktn.booleanToHclTerraform(this._enforce2Fa),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      deletion_protection: {
        value: cdktn.booleanToHclTerraform(this._deletionProtection),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      allow_duplicate_name: {
        value: cdktn.booleanToHclTerraform(this._allowDuplicateName),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      adopt: {
        value: cdktn.stringToHclTerraform(this._adopt),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
