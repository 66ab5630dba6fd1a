// Written by `npm run gen` with the generator of cdktn; do not edit.
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktn from 'cdktn';

// Configuration

export interface DataOrgformGetPersonPropertiesTimelineConfig extends cdktn.TerraformMetaArguments {
  /**
  * Number of the project, as text, like the `project_id` of a Project; `@current` is the current project of the key's account.
  */
  readonly projectId: string;
  /**
  * UUID of the person; the running service also takes its number.
  */
  readonly personId: string;
  /**
  * ISO 8601, or back from now such as `-7d`.
  */
  readonly dateFrom?: string;
  /**
  * ISO 8601, or back from now such as `-1d`.
  */
  readonly dateTo?: string;
}
export interface DataOrgformGetPersonPropertiesTimelineResult {
}

export function dataOrgformGetPersonPropertiesTimelineResultToTerraform(struct?: DataOrgformGetPersonPropertiesTimelineResult): any {
  if (!cdktn.canInspect(struct) || cdktn.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktn.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdktn.io/docs/concepts/resources#references");
  }
  return {
  }
}


export function dataOrgformGetPersonPropertiesTimelineResultToHclTerraform(struct?: DataOrgformGetPersonPropertiesTimelineResult): any {
  if (!cdktn.canInspect(struct) || cdktn.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktn.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdktn.io/docs/concepts/resources#references");
  }
  const attrs = {
  };
  return attrs;
}

export class DataOrgformGetPersonPropertiesTimelineResultOutputReference extends cdktn.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktn.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DataOrgformGetPersonPropertiesTimelineResult | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataOrgformGetPersonPropertiesTimelineResult | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // points - computed: true, optional: false, required: false
  public get points() {
    return this.getStringAttribute('points');
  }

  // crucial_property_keys - computed: true, optional: false, required: false
  public get crucialPropertyKeys() {
    return this.getListAttribute('crucial_property_keys');
  }

  // effective_date_from - computed: true, optional: false, required: false
  public get effectiveDateFrom() {
    return this.getStringAttribute('effective_date_from');
  }

  // effective_date_to - computed: true, optional: false, required: false
  public get effectiveDateTo() {
    return this.getStringAttribute('effective_date_to');
  }
}

/**
* Reads how the properties of a person changed over time.
*/
export class DataOrgformGetPersonPropertiesTimeline extends cdktn.TerraformDataSource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "orgform_get_person_properties_timeline";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTN code for importing a DataOrgformGetPersonPropertiesTimeline resource upon running "cdktn plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the DataOrgformGetPersonPropertiesTimeline to import
  * @param importFromId The id of the existing DataOrgformGetPersonPropertiesTimeline that should be imported. Refer to the import section in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the DataOrgformGetPersonPropertiesTimeline to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktn.TerraformProvider) {
        return new cdktn.ImportableResource(scope, importToId, { terraformResourceType: "orgform_get_person_properties_timeline", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new orgform_get_person_properties_timeline Data Source
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options DataOrgformGetPersonPropertiesTimelineConfig
  */
  public constructor(scope: Construct, id: string, config: DataOrgformGetPersonPropertiesTimelineConfig) {
    super(scope, id, {
      terraformResourceType: 'orgform_get_person_properties_timeline',
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
    this._dateFrom = config.dateFrom;
    this._dateTo = config.dateTo;
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

  // result - computed: true, optional: false, required: false
  private _result = new DataOrgformGetPersonPropertiesTimelineResultOutputReference(this, "result");
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
      date_from: cdktn.stringToTerraform(this._dateFrom),
      date_to: cdktn.stringToTerraform(this._dateTo),
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
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
