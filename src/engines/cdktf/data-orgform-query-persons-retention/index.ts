// Written by `npm run gen` with the generator of cdktf; do not edit.
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface DataOrgformQueryPersonsRetentionConfig extends cdktf.TerraformMetaArguments {
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
  readonly filterTestAccounts?: boolean | cdktf.IResolvable;
  /**
  * Part of an e-mail address, a name or a distinct id.
  */
  readonly search?: string;
  /**
  * Length of an interval; Day by the server-side default.
  */
  readonly period?: string;
  /**
  * Number of intervals up to `date_to`; 11 by the server-side default.
  */
  readonly totalIntervals?: number;
  /**
  * The interval in which people came first, from 0, which is the server-side default.
  */
  readonly selectedInterval?: number;
  /**
  * Whether coming first means in the interval, which is the server-side default, or ever.
  */
  readonly retentionType?: string;
  /**
  * The event of coming first: an object with `id` and `type`; $pageview by default, as a JSON text.
  */
  readonly targetEntity?: string;
  /**
  * The event of coming back: an object with `id` and `type`; $pageview by default, as a JSON text.
  */
  readonly returningEntity?: string;
  /**
  * Most rows to give, from 1; all of them by default.
  */
  readonly limit?: number;
}
export interface DataOrgformQueryPersonsRetentionItems {
}

export function dataOrgformQueryPersonsRetentionItemsToTerraform(struct?: DataOrgformQueryPersonsRetentionItems): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataOrgformQueryPersonsRetentionItemsToHclTerraform(struct?: DataOrgformQueryPersonsRetentionItems): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataOrgformQueryPersonsRetentionItemsOutputReference extends cdktf.ComplexObject {
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

  public get internalValue(): DataOrgformQueryPersonsRetentionItems | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataOrgformQueryPersonsRetentionItems | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // person - computed: true, optional: false, required: false
  public get person() {
    return this.getStringAttribute('person');
  }

  // appearances - computed: true, optional: false, required: false
  public get appearances() {
    return this.getNumberListAttribute('appearances');
  }
}

export class DataOrgformQueryPersonsRetentionItemsList extends cdktf.ComplexList {

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
  public get(index: number): DataOrgformQueryPersonsRetentionItemsOutputReference {
    return new DataOrgformQueryPersonsRetentionItemsOutputReference(this.terraformResource, this.terraformAttribute, index, this.wrapsSet);
  }
}

/**
* Lists people and the intervals in which they came back.
*/
export class DataOrgformQueryPersonsRetention extends cdktf.TerraformDataSource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "orgform_query_persons_retention";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a DataOrgformQueryPersonsRetention resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the DataOrgformQueryPersonsRetention to import
  * @param importFromId The id of the existing DataOrgformQueryPersonsRetention that should be imported. Refer to the import section in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the DataOrgformQueryPersonsRetention to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "orgform_query_persons_retention", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new orgform_query_persons_retention Data Source
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options DataOrgformQueryPersonsRetentionConfig
  */
  public constructor(scope: Construct, id: string, config: DataOrgformQueryPersonsRetentionConfig) {
    super(scope, id, {
      terraformResourceType: 'orgform_query_persons_retention',
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
    this._period = config.period;
    this._totalIntervals = config.totalIntervals;
    this._selectedInterval = config.selectedInterval;
    this._retentionType = config.retentionType;
    this._targetEntity = config.targetEntity;
    this._returningEntity = config.returningEntity;
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
  private _filterTestAccounts?: boolean | cdktf.IResolvable; 
  public get filterTestAccounts() {
    return this.getBooleanAttribute('filter_test_accounts');
  }
  public set filterTestAccounts(value: boolean | cdktf.IResolvable) {
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

  // period - computed: false, optional: true, required: false
  private _period?: string; 
  public get period() {
    return this.getStringAttribute('period');
  }
  public set period(value: string) {
    this._period = value;
  }
  public resetPeriod() {
    this._period = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get periodInput() {
    return this._period;
  }

  // total_intervals - computed: false, optional: true, required: false
  private _totalIntervals?: number; 
  public get totalIntervals() {
    return this.getNumberAttribute('total_intervals');
  }
  public set totalIntervals(value: number) {
    this._totalIntervals = value;
  }
  public resetTotalIntervals() {
    this._totalIntervals = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get totalIntervalsInput() {
    return this._totalIntervals;
  }

  // selected_interval - computed: false, optional: true, required: false
  private _selectedInterval?: number; 
  public get selectedInterval() {
    return this.getNumberAttribute('selected_interval');
  }
  public set selectedInterval(value: number) {
    this._selectedInterval = value;
  }
  public resetSelectedInterval() {
    this._selectedInterval = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get selectedIntervalInput() {
    return this._selectedInterval;
  }

  // retention_type - computed: false, optional: true, required: false
  private _retentionType?: string; 
  public get retentionType() {
    return this.getStringAttribute('retention_type');
  }
  public set retentionType(value: string) {
    this._retentionType = value;
  }
  public resetRetentionType() {
    this._retentionType = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get retentionTypeInput() {
    return this._retentionType;
  }

  // target_entity - computed: false, optional: true, required: false
  private _targetEntity?: string; 
  public get targetEntity() {
    return this.getStringAttribute('target_entity');
  }
  public set targetEntity(value: string) {
    this._targetEntity = value;
  }
  public resetTargetEntity() {
    this._targetEntity = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get targetEntityInput() {
    return this._targetEntity;
  }

  // returning_entity - computed: false, optional: true, required: false
  private _returningEntity?: string; 
  public get returningEntity() {
    return this.getStringAttribute('returning_entity');
  }
  public set returningEntity(value: string) {
    this._returningEntity = value;
  }
  public resetReturningEntity() {
    this._returningEntity = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get returningEntityInput() {
    return this._returningEntity;
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
  private _items = new DataOrgformQueryPersonsRetentionItemsList(this, "items", false);
  public get items() {
    return this._items;
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      project_id: cdktf.stringToTerraform(this._projectId),
      events: cdktf.stringToTerraform(this._events),
      actions: cdktf.stringToTerraform(this._actions),
      properties: cdktf.stringToTerraform(this._properties),
      date_from: cdktf.stringToTerraform(this._dateFrom),
      date_to: cdktf.stringToTerraform(this._dateTo),
      interval: cdktf.stringToTerraform(this._interval),
      filter_test_accounts: cdktf.booleanToTerraform(this._filterTestAccounts),
      search: cdktf.stringToTerraform(this._search),
      period: cdktf.stringToTerraform(this._period),
      total_intervals: cdktf.numberToTerraform(this._totalIntervals),
      selected_interval: cdktf.numberToTerraform(this._selectedInterval),
      retention_type: cdktf.stringToTerraform(this._retentionType),
      target_entity: cdktf.stringToTerraform(this._targetEntity),
      returning_entity: cdktf.stringToTerraform(this._returningEntity),
      limit: cdktf.numberToTerraform(this._limit),
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
      events: {
        value: cdktf.stringToHclTerraform(this._events),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      actions: {
        value: cdktf.stringToHclTerraform(this._actions),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      properties: {
        value: cdktf.stringToHclTerraform(this._properties),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      date_from: {
        value: cdktf.stringToHclTerraform(this._dateFrom),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      date_to: {
        value: cdktf.stringToHclTerraform(this._dateTo),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      interval: {
        value: cdktf.stringToHclTerraform(this._interval),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      filter_test_accounts: {
        value: cdktf.booleanToHclTerraform(this._filterTestAccounts),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      search: {
        value: cdktf.stringToHclTerraform(this._search),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      period: {
        value: cdktf.stringToHclTerraform(this._period),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      total_intervals: {
        value: cdktf.numberToHclTerraform(this._totalIntervals),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      selected_interval: {
        value: cdktf.numberToHclTerraform(this._selectedInterval),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      retention_type: {
        value: cdktf.stringToHclTerraform(this._retentionType),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      target_entity: {
        value: cdktf.stringToHclTerraform(this._targetEntity),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      returning_entity: {
        value: cdktf.stringToHclTerraform(this._returningEntity),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      limit: {
        value: cdktf.numberToHclTerraform(this._limit),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
