// Written by `npm run gen` with the generator of cdktn; do not edit.
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktn from 'cdktn';

// Configuration

export interface DataOrgformQueryPersonsStickinessConfig extends cdktn.TerraformMetaArguments {
  /**
  * Number of the project, as text, like the `project_id` of a Project; `@current` is the current project of the key's account.
  */
  readonly projectId: string;
  /**
  * Events that are counted: a list of objects with `id` (the name), `order` and `math`, as a JSON text.
  */
  readonly events?: string;
  /**
  * Actions that are counted: a list of objects with `id` (the number) and `order`, as a JSON text.
  */
  readonly actions?: string;
  /**
  * Conditions on properties that must all hold, each with `key`, `value` and `operator`: exact, is_not, icontains, regex, gt, lt, is_set and their like, as a JSON text.
  */
  readonly properties?: string;
  /**
  * ISO 8601, or back from now such as `-7d`.
  */
  readonly dateFrom?: string;
  /**
  * ISO 8601, or back from now such as `-1d`.
  */
  readonly dateTo?: string;
  /**
  * Length of an interval.
  */
  readonly interval?: string;
  /**
  * Leaves out what the project's filters say are tests.
  */
  readonly filterTestAccounts?: boolean | cdktn.IResolvable;
  /**
  * Part of an e-mail address, a name or a distinct id.
  */
  readonly search?: string;
  /**
  * Name of the event, or number of the action.
  */
  readonly entityId: string;
  /**
  * What `entity_id` names.
  */
  readonly entityType?: string;
  /**
  * How it is counted; `total` by the server-side default.
  */
  readonly entityMath?: string;
  /**
  * Place of the entity in the insight, from 0.
  */
  readonly entityOrder?: number;
  /**
  * Number of days on which they came.
  */
  readonly stickinessDays?: number;
  /**
  * Most rows to give, from 1; all of them by default.
  */
  readonly limit?: number;
}
export interface DataOrgformQueryPersonsStickinessItems {
}

export function dataOrgformQueryPersonsStickinessItemsToTerraform(struct?: DataOrgformQueryPersonsStickinessItems): any {
  if (!cdktn.canInspect(struct) || cdktn.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktn.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdktn.io/docs/concepts/resources#references");
  }
  return {
  }
}


export function dataOrgformQueryPersonsStickinessItemsToHclTerraform(struct?: DataOrgformQueryPersonsStickinessItems): any {
  if (!cdktn.canInspect(struct) || cdktn.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktn.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdktn.io/docs/concepts/resources#references");
  }
  const attrs = {
  };
  return attrs;
}

export class DataOrgformQueryPersonsStickinessItemsOutputReference extends cdktn.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param complexObjectIndex the index of this item in the list
  * @param complexObjectIsFromSet whether the list is wrapping a set (will add tolist() to be able to access an item via an index)
  */
  public constructor(terraformResource: cdktn.IInterpolatingParent, terraformAttribute: string, complexObjectIndex: number, complexObjectIsFromSet: boolean) {
    super(terraformResource, terraformAttribute, complexObjectIsFromSet, complexObjectIndex);
  }

  public get internalValue(): DataOrgformQueryPersonsStickinessItems | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataOrgformQueryPersonsStickinessItems | undefined) {
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

  // uuid - computed: true, optional: false, required: false
  public get uuid() {
    return this.getStringAttribute('uuid');
  }

  // name - computed: true, optional: false, required: false
  public get name() {
    return this.getStringAttribute('name');
  }

  // group_key - computed: true, optional: false, required: false
  public get groupKey() {
    return this.getStringAttribute('group_key');
  }

  // distinct_ids - computed: true, optional: false, required: false
  public get distinctIds() {
    return this.getListAttribute('distinct_ids');
  }

  // properties - computed: true, optional: false, required: false
  public get properties() {
    return this.getStringAttribute('properties');
  }

  // value_at_data_point - computed: true, optional: false, required: false
  public get valueAtDataPoint() {
    return this.getNumberAttribute('value_at_data_point');
  }
}

export class DataOrgformQueryPersonsStickinessItemsList extends cdktn.ComplexList {

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param wrapsSet whether the list is wrapping a set (will add tolist() to be able to access an item via an index)
  */
  constructor(terraformResource: cdktn.IInterpolatingParent, terraformAttribute: string, wrapsSet: boolean) {
    super(terraformResource, terraformAttribute, wrapsSet);
  }

  /**
  * @param index the index of the item to return
  */
  public get(index: number): DataOrgformQueryPersonsStickinessItemsOutputReference {
    return new DataOrgformQueryPersonsStickinessItemsOutputReference(this.terraformResource, this.terraformAttribute, index, this.wrapsSet);
  }
}

/**
* Lists the people who did something on a number of days.
*/
export class DataOrgformQueryPersonsStickiness extends cdktn.TerraformDataSource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "orgform_query_persons_stickiness";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTN code for importing a DataOrgformQueryPersonsStickiness resource upon running "cdktn plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the DataOrgformQueryPersonsStickiness to import
  * @param importFromId The id of the existing DataOrgformQueryPersonsStickiness that should be imported. Refer to the import section in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the DataOrgformQueryPersonsStickiness to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktn.TerraformProvider) {
        return new cdktn.ImportableResource(scope, importToId, { terraformResourceType: "orgform_query_persons_stickiness", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new orgform_query_persons_stickiness Data Source
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options DataOrgformQueryPersonsStickinessConfig
  */
  public constructor(scope: Construct, id: string, config: DataOrgformQueryPersonsStickinessConfig) {
    super(scope, id, {
      terraformResourceType: 'orgform_query_persons_stickiness',
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
    this._events = config.events;
    this._actions = config.actions;
    this._properties = config.properties;
    this._dateFrom = config.dateFrom;
    this._dateTo = config.dateTo;
    this._interval = config.interval;
    this._filterTestAccounts = config.filterTestAccounts;
    this._search = config.search;
    this._entityId = config.entityId;
    this._entityType = config.entityType;
    this._entityMath = config.entityMath;
    this._entityOrder = config.entityOrder;
    this._stickinessDays = config.stickinessDays;
    this._limit = config.limit;
  }

  // ==========
  // ATTRIBUTES
  // ==========

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

  // events - computed: false, optional: true, required: false
  private _events?: string; 
  public get events() {
    return this.getStringAttribute('events');
  }
  public set events(value: string) {
    this._events = value;
  }
  public resetEvents() {
    this._events = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get eventsInput() {
    return this._events;
  }

  // actions - computed: false, optional: true, required: false
  private _actions?: string; 
  public get actions() {
    return this.getStringAttribute('actions');
  }
  public set actions(value: string) {
    this._actions = value;
  }
  public resetActions() {
    this._actions = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get actionsInput() {
    return this._actions;
  }

  // properties - computed: false, optional: true, required: false
  private _properties?: string; 
  public get properties() {
    return this.getStringAttribute('properties');
  }
  public set properties(value: string) {
    this._properties = value;
  }
  public resetProperties() {
    this._properties = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get propertiesInput() {
    return this._properties;
  }

  // date_from - computed: false, optional: true, required: false
  private _dateFrom?: string; 
  public get dateFrom() {
    return this.getStringAttribute('date_from');
  }
  public set dateFrom(value: string) {
    this._dateFrom = value;
  }
  public resetDateFrom() {
    this._dateFrom = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get dateFromInput() {
    return this._dateFrom;
  }

  // date_to - computed: false, optional: true, required: false
  private _dateTo?: string; 
  public get dateTo() {
    return this.getStringAttribute('date_to');
  }
  public set dateTo(value: string) {
    this._dateTo = value;
  }
  public resetDateTo() {
    this._dateTo = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get dateToInput() {
    return this._dateTo;
  }

  // interval - computed: false, optional: true, required: false
  private _interval?: string; 
  public get interval() {
    return this.getStringAttribute('interval');
  }
  public set interval(value: string) {
    this._interval = value;
  }
  public resetInterval() {
    this._interval = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get intervalInput() {
    return this._interval;
  }

  // filter_test_accounts - computed: false, optional: true, required: false
  private _filterTestAccounts?: boolean | cdktn.IResolvable; 
  public get filterTestAccounts() {
    return this.getBooleanAttribute('filter_test_accounts');
  }
  public set filterTestAccounts(value: boolean | cdktn.IResolvable) {
    this._filterTestAccounts = value;
  }
  public resetFilterTestAccounts() {
    this._filterTestAccounts = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get filterTestAccountsInput() {
    return this._filterTestAccounts;
  }

  // search - computed: false, optional: true, required: false
  private _search?: string; 
  public get search() {
    return this.getStringAttribute('search');
  }
  public set search(value: string) {
    this._search = value;
  }
  public resetSearch() {
    this._search = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get searchInput() {
    return this._search;
  }

  // entity_id - computed: false, optional: false, required: true
  private _entityId?: string; 
  public get entityId() {
    return this.getStringAttribute('entity_id');
  }
  public set entityId(value: string) {
    this._entityId = value;
  }
  // Temporarily expose input value. Use with caution.
  public get entityIdInput() {
    return this._entityId;
  }

  // entity_type - computed: false, optional: true, required: false
  private _entityType?: string; 
  public get entityType() {
    return this.getStringAttribute('entity_type');
  }
  public set entityType(value: string) {
    this._entityType = value;
  }
  public resetEntityType() {
    this._entityType = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get entityTypeInput() {
    return this._entityType;
  }

  // entity_math - computed: false, optional: true, required: false
  private _entityMath?: string; 
  public get entityMath() {
    return this.getStringAttribute('entity_math');
  }
  public set entityMath(value: string) {
    this._entityMath = value;
  }
  public resetEntityMath() {
    this._entityMath = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get entityMathInput() {
    return this._entityMath;
  }

  // entity_order - computed: false, optional: true, required: false
  private _entityOrder?: number; 
  public get entityOrder() {
    return this.getNumberAttribute('entity_order');
  }
  public set entityOrder(value: number) {
    this._entityOrder = value;
  }
  public resetEntityOrder() {
    this._entityOrder = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get entityOrderInput() {
    return this._entityOrder;
  }

  // stickiness_days - computed: false, optional: true, required: false
  private _stickinessDays?: number; 
  public get stickinessDays() {
    return this.getNumberAttribute('stickiness_days');
  }
  public set stickinessDays(value: number) {
    this._stickinessDays = value;
  }
  public resetStickinessDays() {
    this._stickinessDays = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get stickinessDaysInput() {
    return this._stickinessDays;
  }

  // limit - computed: false, optional: true, required: false
  private _limit?: number; 
  public get limit() {
    return this.getNumberAttribute('limit');
  }
  public set limit(value: number) {
    this._limit = value;
  }
  public resetLimit() {
    this._limit = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get limitInput() {
    return this._limit;
  }

  // items - computed: true, optional: false, required: false
  private _items = new DataOrgformQueryPersonsStickinessItemsList(this, "items", false);
  public get items() {
    return this._items;
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      project_id: cdktn.stringToTerraform(this._projectId),
      events: cdktn.stringToTerraform(this._events),
      actions: cdktn.stringToTerraform(this._actions),
      properties: cdktn.stringToTerraform(this._properties),
      date_from: cdktn.stringToTerraform(this._dateFrom),
      date_to: cdktn.stringToTerraform(this._dateTo),
      interval: cdktn.stringToTerraform(this._interval),
      filter_test_accounts: cdktn.booleanToTerraform(this._filterTestAccounts),
      search: cdktn.stringToTerraform(this._search),
      entity_id: cdktn.stringToTerraform(this._entityId),
      entity_type: cdktn.stringToTerraform(this._entityType),
      entity_math: cdktn.stringToTerraform(this._entityMath),
      entity_order: cdktn.numberToTerraform(this._entityOrder),
      stickiness_days: cdktn.numberToTerraform(this._stickinessDays),
      limit: cdktn.numberToTerraform(this._limit),
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
      events: {
        value: cdktn.stringToHclTerraform(this._events),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      actions: {
        value: cdktn.stringToHclTerraform(this._actions),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      properties: {
        value: cdktn.stringToHclTerraform(this._properties),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      date_from: {
        value: cdktn.stringToHclTerraform(this._dateFrom),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      date_to: {
        value: cdktn.stringToHclTerraform(this._dateTo),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      interval: {
        value: cdktn.stringToHclTerraform(this._interval),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      filter_test_accounts: {
        value: cdktn.booleanToHclTerraform(this._filterTestAccounts),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      search: {
        value: cdktn.stringToHclTerraform(this._search),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      entity_id: {
        value: cdktn.stringToHclTerraform(this._entityId),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      entity_type: {
        value: cdktn.stringToHclTerraform(this._entityType),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      entity_math: {
        value: cdktn.stringToHclTerraform(this._entityMath),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      entity_order: {
        value: cdktn.numberToHclTerraform(this._entityOrder),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      stickiness_days: {
        value: cdktn.numberToHclTerraform(this._stickinessDays),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      limit: {
        value: cdktn.numberToHclTerraform(this._limit),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
