// Written by `npm run gen` with the generator of cdktf; do not edit.
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface BulkDeletePersonsConfig extends cdktf.TerraformMetaArguments {
  /**
  * Number of the project, as text, like the `project_id` of a Project; `@current` is the current project of the key's account.
  */
  readonly projectId: string;
  /**
  * UUIDs of the persons; give these or `distinct_ids`.
  */
  readonly ids?: string[];
  /**
  * Distinct ids of the persons; give these or `ids`.
  */
  readonly distinctIds?: string[];
  /**
  * Also queues the events for deletion, which the service carries out on Sundays at 05:00 UTC.
  */
  readonly deleteEvents?: boolean | cdktf.IResolvable;
  /**
  * Repeats what will be destroyed, or its number, since it cannot be undone; the message of a call without it shows the words.
  */
  readonly confirm?: string;
  /**
  * Any texts by name; when one of them changes, the function runs again. A change of the other inputs alone does not run it.
  */
  readonly triggers?: { [key: string]: string };
}
export interface BulkDeletePersonsResultItems {
}

export function bulkDeletePersonsResultItemsToTerraform(struct?: BulkDeletePersonsResultItems): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function bulkDeletePersonsResultItemsToHclTerraform(struct?: BulkDeletePersonsResultItems): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class BulkDeletePersonsResultItemsOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param complexObjectIndex the index of this item in the list
  * @param complexObjectIsFromSet whether the list is wrapping a set (will add tolist() to be able to access an item via an index)
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string, complexObjectIndex: number, complexObjectIsFromSet: boolean) {
    super(terraformResource, terraformAttribute, complexObjectIsFromSet, complexObjectIndex);
  }

  public get internalValue(): BulkDeletePersonsResultItems | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: BulkDeletePersonsResultItems | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // id - computed: true, optional: false, required: false
  public get id() {
    return this.getStringAttribute('id');
  }

  // outcome - computed: true, optional: false, required: false
  public get outcome() {
    return this.getStringAttribute('outcome');
  }
}

export class BulkDeletePersonsResultItemsList extends cdktf.ComplexList {

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param wrapsSet whether the list is wrapping a set (will add tolist() to be able to access an item via an index)
  */
  constructor(protected terraformResource: cdktf.IInterpolatingParent, protected terraformAttribute: string, protected wrapsSet: boolean) {
    super(terraformResource, terraformAttribute, wrapsSet)
  }

  /**
  * @param index the index of the item to return
  */
  public get(index: number): BulkDeletePersonsResultItemsOutputReference {
    return new BulkDeletePersonsResultItemsOutputReference(this.terraformResource, this.terraformAttribute, index, this.wrapsSet);
  }
}
export interface BulkDeletePersonsResult {
}

export function bulkDeletePersonsResultToTerraform(struct?: BulkDeletePersonsResult): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function bulkDeletePersonsResultToHclTerraform(struct?: BulkDeletePersonsResult): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class BulkDeletePersonsResultOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): BulkDeletePersonsResult | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: BulkDeletePersonsResult | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // requested - computed: true, optional: false, required: false
  public get requested() {
    return this.getNumberAttribute('requested');
  }

  // found - computed: true, optional: false, required: false
  public get found() {
    return this.getNumberAttribute('found');
  }

  // deleted - computed: true, optional: false, required: false
  public get deleted() {
    return this.getNumberAttribute('deleted');
  }

  // items - computed: true, optional: false, required: false
  private _items = new BulkDeletePersonsResultItemsList(this, "items", false);
  public get items() {
    return this._items;
  }
}

/**
* Deletes persons, by UUID or by distinct id; those that do not exist are skipped. Runs once, when it is created, and again when `triggers` change.
*/
export class BulkDeletePersons extends cdktf.TerraformResource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "orgform_bulk_delete_persons";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a BulkDeletePersons resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the BulkDeletePersons to import
  * @param importFromId The id of the existing BulkDeletePersons that should be imported. Refer to the import section in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the BulkDeletePersons to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "orgform_bulk_delete_persons", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new orgform_bulk_delete_persons Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options BulkDeletePersonsConfig
  */
  public constructor(scope: Construct, id: string, config: BulkDeletePersonsConfig) {
    super(scope, id, {
      terraformResourceType: 'orgform_bulk_delete_persons',
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
    this._ids = config.ids;
    this._distinctIds = config.distinctIds;
    this._deleteEvents = config.deleteEvents;
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

  // ids - computed: true, optional: true, required: false
  private _ids?: string[]; 
  public get ids() {
    return this.getListAttribute('ids');
  }
  public set ids(value: string[]) {
    this._ids = value;
  }
  public resetIds() {
    this._ids = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get idsInput() {
    return this._ids;
  }

  // distinct_ids - computed: true, optional: true, required: false
  private _distinctIds?: string[]; 
  public get distinctIds() {
    return this.getListAttribute('distinct_ids');
  }
  public set distinctIds(value: string[]) {
    this._distinctIds = value;
  }
  public resetDistinctIds() {
    this._distinctIds = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get distinctIdsInput() {
    return this._distinctIds;
  }

  // delete_events - computed: true, optional: true, required: false
  private _deleteEvents?: boolean | cdktf.IResolvable; 
  public get deleteEvents() {
    return this.getBooleanAttribute('delete_events');
  }
  public set deleteEvents(value: boolean | cdktf.IResolvable) {
    this._deleteEvents = value;
  }
  public resetDeleteEvents() {
    this._deleteEvents = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get deleteEventsInput() {
    return this._deleteEvents;
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
  private _result = new BulkDeletePersonsResultOutputReference(this, "result");
  public get result() {
    return this._result;
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      project_id: cdktf.stringToTerraform(this._projectId),
      ids: cdktf.listMapper(cdktf.stringToTerraform, false)(this._ids),
      distinct_ids: cdktf.listMapper(cdktf.stringToTerraform, false)(this._distinctIds),
      delete_events: cdktf.booleanToTerraform(this._deleteEvents),
      confirm: cdktf.stringToTerraform(this._confirm),
      triggers: cdktf.hashMapper(cdktf.stringToTerraform)(this._triggers),
    };
  }

  protected synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      project_id: {
        value: cdktf.stringToHclTerraform(this._projectId),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      ids: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._ids),
        isBlock: false,
        type: "list",
        storageClassType: "stringList",
      },
      distinct_ids: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._distinctIds),
        isBlock: false,
        type: "list",
        storageClassType: "stringList",
      },
      delete_events: {
        value: cdktf.booleanToHclTerraform(this._deleteEvents),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      confirm: {
        value: cdktf.stringToHclTerraform(this._confirm),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      triggers: {
        value: cdktf.hashMapperHcl(cdktf.stringToHclTerraform)(this._triggers),
        isBlock: false,
        type: "map",
        storageClassType: "stringMap",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
