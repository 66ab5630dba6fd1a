// Written by `npm run gen` with the generator of cdktn; do not edit.
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktn from 'cdktn';

// Configuration

export interface SplitPersonConfig extends cdktn.TerraformMetaArguments {
  /**
  * Number of the project, as text, like the `project_id` of a Project; `@current` is the current project of the key's account.
  */
  readonly projectId: string;
  /**
  * UUID of the person; the running service also takes its number.
  */
  readonly personId: string;
  /**
  * The distinct id that stays with the person and its properties; one that the person has.
  */
  readonly mainDistinctId: string;
  /**
  * Repeats what will be destroyed, or its number, since it cannot be undone; the message of a call without it shows the words.
  */
  readonly confirm?: string;
  /**
  * Any texts by name; when one of them changes, the function runs again. A change of the other inputs alone does not run it.
  */
  readonly triggers?: { [key: string]: string };
}
export interface SplitPersonResult {
}

export function splitPersonResultToTerraform(struct?: SplitPersonResult): any {
  if (!cdktn.canInspect(struct) || cdktn.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktn.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdktn.io/docs/concepts/resources#references");
  }
  return {
  }
}


export function splitPersonResultToHclTerraform(struct?: SplitPersonResult): any {
  if (!cdktn.canInspect(struct) || cdktn.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktn.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdktn.io/docs/concepts/resources#references");
  }
  const attrs = {
  };
  return attrs;
}

export class SplitPersonResultOutputReference extends cdktn.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktn.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): SplitPersonResult | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: SplitPersonResult | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // outcome - computed: true, optional: false, required: false
  public get outcome() {
    return this.getStringAttribute('outcome');
  }
}

/**
* Makes each distinct id of a person but one a person of its own. Runs once, when it is created, and again when `triggers` change.
*/
export class SplitPerson extends cdktn.TerraformResource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "orgform_split_person";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTN code for importing a SplitPerson resource upon running "cdktn plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the SplitPerson to import
  * @param importFromId The id of the existing SplitPerson that should be imported. Refer to the import section in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the SplitPerson to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktn.TerraformProvider) {
        return new cdktn.ImportableResource(scope, importToId, { terraformResourceType: "orgform_split_person", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new orgform_split_person Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options SplitPersonConfig
  */
  public constructor(scope: Construct, id: string, config: SplitPersonConfig) {
    super(scope, id, {
      terraformResourceType: 'orgform_split_person',
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
    this._projectId = config.projectId;
    this._personId = config.personId;
    this._mainDistinctId = config.mainDistinctId;
    this._confirm = config.confirm;
    this._triggers = config.triggers;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // id - computed: true, optional: false, required: false
  public get id() {
    return this.getStringAttribute('id');
  }

  // project_id - computed: false, optional: false, required: true
  private _projectId?: string; 
  public get projectId() {
    return this.getStringAttribute('project_id');
  }
  public set projectId(value: string) {
    this._projectId = value;
  }
  // Temporarily expose input value. Use with caution.
  public get projectIdInput() {
    return this._projectId;
  }

  // person_id - computed: false, optional: false, required: true
  private _personId?: string; 
  public get personId() {
    return this.getStringAttribute('person_id');
  }
  public set personId(value: string) {
    this._personId = value;
  }
  // Temporarily expose input value. Use with caution.
  public get personIdInput() {
    return this._personId;
  }

  // main_distinct_id - computed: false, optional: false, required: true
  private _mainDistinctId?: string; 
  public get mainDistinctId() {
    return this.getStringAttribute('main_distinct_id');
  }
  public set mainDistinctId(value: string) {
    this._mainDistinctId = value;
  }
  // Temporarily expose input value. Use with caution.
  public get mainDistinctIdInput() {
    return this._mainDistinctId;
  }

  // confirm - computed: true, optional: true, required: false
  private _confirm?: string; 
  public get confirm() {
    return this.getStringAttribute('confirm');
  }
  public set confirm(value: string) {
    this._confirm = value;
  }
  public resetConfirm() {
    this._confirm = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get confirmInput() {
    return this._confirm;
  }

  // triggers - computed: false, optional: true, required: false
  private _triggers?: { [key: string]: string }; 
  public get triggers() {
    return this.getStringMapAttribute('triggers');
  }
  public set triggers(value: { [key: string]: string }) {
    this._triggers = value;
  }
  public resetTriggers() {
    this._triggers = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get triggersInput() {
    return this._triggers;
  }

  // ran_at - computed: true, optional: false, required: false
  public get ranAt() {
    return this.getStringAttribute('ran_at');
  }

  // result - computed: true, optional: false, required: false
  private _result = new SplitPersonResultOutputReference(this, "result");
  public get result() {
    return this._result;
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      project_id: cdktn.stringToTerraform(this._projectId),
      person_id: cdktn.stringToTerraform(this._personId),
      main_distinct_id: cdktn.stringToTerraform(this._mainDistinctId),
      confirm: cdktn.stringToTerraform(this._confirm),
      triggers: cdktn.hashMapper(cdktn.stringToTerraform)(this._triggers),
    };
  }

  protected synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      project_id: {
        value: cdktn.stringToHclTerraform(this._projectId),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      person_id: {
        value: cdktn.stringToHclTerraform(this._personId),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      main_distinct_id: {
        value: cdktn.stringToHclTerraform(this._mainDistinctId),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      confirm: {
        value: cdktn.stringToHclTerraform(this._confirm),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      triggers: {
        value: cdktn.hashMapperHcl(cdktn.stringToHclTerraform)(this._triggers),
        isBlock: false,
        type: "map",
        storageClassType: "stringMap",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
