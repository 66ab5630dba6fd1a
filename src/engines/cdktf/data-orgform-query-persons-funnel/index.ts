// Written by `npm run gen` with the generator of cdktf; do not edit.
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface DataOrgformQueryPersonsFunnelConfig extends cdktf.TerraformMetaArguments {
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
  * A step, from 1: those who reached it; negative: those who reached the one before it only.
  */
  readonly funnelStep?: number;
  /**
  * Kind of the funnel.
  */
  readonly funnelVizType?: string;
  /**
  * Order of the steps.
  */
  readonly funnelOrderType?: string;
  /**
  * Time within which the funnel must be completed, in units of `funnel_window_interval_unit`.
  */
  readonly funnelWindowInterval?: number;
  /**
  * Its unit.
  */
  readonly funnelWindowIntervalUnit?: string;
  /**
  * With `trends`: start of the period in which people entered.
  */
  readonly entrancePeriodStart?: string;
  /**
  * With `trends`: those who did not convert.
  */
  readonly dropOff?: boolean | cdktf.IResolvable;
  /**
  * Sends the question in the address (GET) in place of the body (POST), for services that lack the latter.
  */
  readonly inAddress?: boolean | cdktf.IResolvable;
  /**
  * Most rows to give, from 1; all of them by default.
  */
  readonly limit?: number;
}
export interface DataOrgformQueryPersonsFunnelItems {
}

export function dataOrgformQueryPersonsFunnelItemsToTerraform(struct?: DataOrgformQueryPersonsFunnelItems): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataOrgformQueryPersonsFunnelItemsToHclTerraform(struct?: DataOrgformQueryPersonsFunnelItems): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataOrgformQueryPersonsFunnelItemsOutputReference extends cdktf.ComplexObject {
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

  public get internalValue(): DataOrgformQueryPersonsFunnelItems | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataOrgformQueryPersonsFunnelItems | undefined) {
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

export class DataOrgformQueryPersonsFunnelItemsList extends cdktf.ComplexList {

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
  public get(index: number): DataOrgformQueryPersonsFunnelItemsOutputReference {
    return new DataOrgformQueryPersonsFunnelItemsOutputReference(this.terraformResource, this.terraformAttribute, index, this.wrapsSet);
  }
}

/**
* Lists the people who reached or left a step of a funnel.
*/
export class DataOrgformQueryPersonsFunnel extends cdktf.TerraformDataSource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "orgform_query_persons_funnel";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a DataOrgformQueryPersonsFunnel resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the DataOrgformQueryPersonsFunnel to import
  * @param importFromId The id of the existing DataOrgformQueryPersonsFunnel that should be imported. Refer to the import section in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the DataOrgformQueryPersonsFunnel to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "orgform_query_persons_funnel", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new orgform_query_persons_funnel Data Source
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options DataOrgformQueryPersonsFunnelConfig
  */
  public constructor(scope: Construct, id: string, config: DataOrgformQueryPersonsFunnelConfig) {
    super(scope, id, {
      terraformResourceType: 'orgform_query_persons_funnel',
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
    this._funnelStep = config.funnelStep;
    this._funnelVizType = config.funnelVizType;
    this._funnelOrderType = config.funnelOrderType;
    this._funnelWindowInterval = config.funnelWindowInterval;
    this._funnelWindowIntervalUnit = config.funnelWindowIntervalUnit;
    this._entrancePeriodStart = config.entrancePeriodStart;
    this._dropOff = config.dropOff;
    this._inAddress = config.inAddress;
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

  // funnel_step - computed: false, optional: true, required: false
  private _funnelStep?: number; 
  public get funnelStep() {
    return this.getNumberAttribute('funnel_step');
  }
  public set funnelStep(value: number) {
    this._funnelStep = value;
  }
  public resetFunnelStep() {
    this._funnelStep = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get funnelStepInput() {
    return this._funnelStep;
  }

  // funnel_viz_type - computed: false, optional: true, required: false
  private _funnelVizType?: string; 
  public get funnelVizType() {
    return this.getStringAttribute('funnel_viz_type');
  }
  public set funnelVizType(value: string) {
    this._funnelVizType = value;
  }
  public resetFunnelVizType() {
    this._funnelVizType = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get funnelVizTypeInput() {
    return this._funnelVizType;
  }

  // funnel_order_type - computed: false, optional: true, required: false
  private _funnelOrderType?: string; 
  public get funnelOrderType() {
    return this.getStringAttribute('funnel_order_type');
  }
  public set funnelOrderType(value: string) {
    this._funnelOrderType = value;
  }
  public resetFunnelOrderType() {
    this._funnelOrderType = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get funnelOrderTypeInput() {
    return this._funnelOrderType;
  }

  // funnel_window_interval - computed: false, optional: true, required: false
  private _funnelWindowInterval?: number; 
  public get funnelWindowInterval() {
    return this.getNumberAttribute('funnel_window_interval');
  }
  public set funnelWindowInterval(value: number) {
    this._funnelWindowInterval = value;
  }
  public resetFunnelWindowInterval() {
    this._funnelWindowInterval = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get funnelWindowIntervalInput() {
    return this._funnelWindowInterval;
  }

  // funnel_window_interval_unit - computed: false, optional: true, required: false
  private _funnelWindowIntervalUnit?: string; 
  public get funnelWindowIntervalUnit() {
    return this.getStringAttribute('funnel_window_interval_unit');
  }
  public set funnelWindowIntervalUnit(value: string) {
    this._funnelWindowIntervalUnit = value;
  }
  public resetFunnelWindowIntervalUnit() {
    this._funnelWindowIntervalUnit = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get funnelWindowIntervalUnitInput() {
    return this._funnelWindowIntervalUnit;
  }

  // entrance_period_start - computed: false, optional: true, required: false
  private _entrancePeriodStart?: string; 
  public get entrancePeriodStart() {
    return this.getStringAttribute('entrance_period_start');
  }
  public set entrancePeriodStart(value: string) {
    this._entrancePeriodStart = value;
  }
  public resetEntrancePeriodStart() {
    this._entrancePeriodStart = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get entrancePeriodStartInput() {
    return this._entrancePeriodStart;
  }

  // drop_off - computed: false, optional: true, required: false
  private _dropOff?: boolean | cdktf.IResolvable; 
  public get dropOff() {
    return this.getBooleanAttribute('drop_off');
  }
  public set dropOff(value: boolean | cdktf.IResolvable) {
    this._dropOff = value;
  }
  public resetDropOff() {
    this._dropOff = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get dropOffInput() {
    return this._dropOff;
  }

  // in_address - computed: false, optional: true, required: false
  private _inAddress?: boolean | cdktf.IResolvable; 
  public get inAddress() {
    return this.getBooleanAttribute('in_address');
  }
  public set inAddress(value: boolean | cdktf.IResolvable) {
    this._inAddress = value;
  }
  public resetInAddress() {
    this._inAddress = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get inAddressInput() {
    return this._inAddress;
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
  private _items = new DataOrgformQueryPersonsFunnelItemsList(this, "items", false);
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
      funnel_step: cdktf.numberToTerraform(this._funnelStep),
      funnel_viz_type: cdktf.stringToTerraform(this._funnelVizType),
      funnel_order_type: cdktf.stringToTerraform(this._funnelOrderType),
      funnel_window_interval: cdktf.numberToTerraform(this._funnelWindowInterval),
      funnel_window_interval_unit: cdktf.stringToTerraform(this._funnelWindowIntervalUnit),
      entrance_period_start: cdktf.stringToTerraform(this._entrancePeriodStart),
      drop_off: cdktf.booleanToTerraform(this._dropOff),
      in_address: cdktf.booleanToTerraform(this._inAddress),
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
      funnel_step: {
        value: cdktf.numberToHclTerraform(this._funnelStep),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      funnel_viz_type: {
        value: cdktf.stringToHclTerraform(this._funnelVizType),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      funnel_order_type: {
        value: cdktf.stringToHclTerraform(this._funnelOrderType),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      funnel_window_interval: {
        value: cdktf.numberToHclTerraform(this._funnelWindowInterval),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      funnel_window_interval_unit: {
        value: cdktf.stringToHclTerraform(this._funnelWindowIntervalUnit),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      entrance_period_start: {
        value: cdktf.stringToHclTerraform(this._entrancePeriodStart),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      drop_off: {
        value: cdktf.booleanToHclTerraform(this._dropOff),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      in_address: {
        value: cdktf.booleanToHclTerraform(this._inAddress),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
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
