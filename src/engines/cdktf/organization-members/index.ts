// Written by `npm run gen` with the generator of cdktf; do not edit.
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface OrganizationMembersConfig extends cdktf.TerraformMetaArguments {
  /**
  * Id (UUID) of the organization; by default the one of the provider's configuration.
  */
  readonly organizationId?: string;
  /**
  * Who is to be a member: "member", "admin" or "owner" by e-mail address of at most 254 characters; capitals and surrounding blanks of an address make no difference.
  */
  readonly members: { [key: string]: string };
  /**
  * Whether the next update removes members who are not declared; false only reports them. Default false.
  */
  readonly enforce?: boolean | cdktf.IResolvable;
  /**
  * E-mail addresses of people who stay although they are not declared. Default none.
  */
  readonly protected?: string[];
  /**
  * Most people whom one update may remove, 0 to 10,000; when it would be more, nothing is written. Default 5.
  */
  readonly maxRemovals?: number;
  /**
  * Adopts this existing object on create, named by its id or natural key, and changes it to what is declared; of no effect afterwards.
  */
  readonly adopt?: string;
}

/**
* The complete list of an organization's members and their levels: reports who is a member and not declared, and removes them if told to.
*/
export class OrganizationMembers extends cdktf.TerraformResource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "orgform_organization_members";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a OrganizationMembers resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the OrganizationMembers to import
  * @param importFromId The id of the existing OrganizationMembers that should be imported. Refer to the import section in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the OrganizationMembers to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "orgform_organization_members", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new orgform_organization_members Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options OrganizationMembersConfig
  */
  public constructor(scope: Construct, id: string, config: OrganizationMembersConfig) {
    super(scope, id, {
      terraformResourceType: 'orgform_organization_members',
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
    this._members = config.members;
    this._enforce = config.enforce;
    this._protected = config.protected;
    this._maxRemovals = config.maxRemovals;
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

  // members - computed: false, optional: false, required: true
  private _members?: { [key: string]: string }; 
  public get members() {
    return this.getStringMapAttribute('members');
  }
  public set members(value: { [key: string]: string }) {
    this._members = value;
  }
  // Temporarily expose input value. Use with caution.
  public get membersInput() {
    return this._members;
  }

  // enforce - computed: true, optional: true, required: false
  private _enforce?: boolean | cdktf.IResolvable; 
  public get enforce() {
    return this.getBooleanAttribute('enforce');
  }
  public set enforce(value: boolean | cdktf.IResolvable) {
    this._enforce = value;
  }
  public resetEnforce() {
    this._enforce = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get enforceInput() {
    return this._enforce;
  }

  // protected - computed: true, optional: true, required: false
  private _protected?: string[]; 
  public get protected() {
    return this.getListAttribute('protected');
  }
  public set protected(value: string[]) {
    this._protected = value;
  }
  public resetProtected() {
    this._protected = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get protectedInput() {
    return this._protected;
  }

  // max_removals - computed: true, optional: true, required: false
  private _maxRemovals?: number; 
  public get maxRemovals() {
    return this.getNumberAttribute('max_removals');
  }
  public set maxRemovals(value: number) {
    this._maxRemovals = value;
  }
  public resetMaxRemovals() {
    this._maxRemovals = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get maxRemovalsInput() {
    return this._maxRemovals;
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

  // unmanaged - computed: true, optional: false, required: false
  private _unmanaged = new cdktf.StringMap(this, "unmanaged");
  public get unmanaged() {
    return this._unmanaged;
  }

  // missing - computed: true, optional: false, required: false
  public get missing() {
    return this.getListAttribute('missing');
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      organization_id: cdktf.stringToTerraform(this._organizationId),
      members: cdktf.hashMapper(cdktf.stringToTerraform)(this._members),
      enforce: cdktf.booleanToTerraform(this._enforce),
      protected: cdktf.listMapper(cdktf.stringToTerraform, false)(this._protected),
      max_removals: cdktf.numberToTerraform(this._maxRemovals),
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
      members: {
        value: cdktf.hashMapperHcl(cdktf.stringToHclTerraform)(this._members),
        isBlock: false,
        type: "map",
        storageClassType: "stringMap",
      },
      enforce: {
        value: cdktf.booleanToHclTerraform(this._enforce),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      protected: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._protected),
        isBlock: false,
        type: "list",
        storageClassType: "stringList",
      },
      max_removals: {
        value: cdktf.numberToHclTerraform(this._maxRemovals),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
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
