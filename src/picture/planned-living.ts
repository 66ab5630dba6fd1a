import { isUnknown, type Known, unknown } from "../model/picture/known.ts";
import type { Living, Section } from "../model/picture/picture.ts";
import type { Fields } from "./planned-values.ts";
import { SECTIONS } from "./sections.ts";

/** The future objects of an organization, while a plan is applied to it object by object. */
export class PlannedLiving {
  organization: Fields;
  /** The organization before the plan. */
  readonly organizationBefore: Fields;
  readonly #sections: Record<Section, Known<readonly Fields[]>>;

  constructor({ organization, ...sections }: Living) {
    this.organization = organization;
    this.organizationBefore = organization;
    this.#sections = sections;
  }

  /** The objects of a section; empty if the section is unknown, which it stays. */
  all(section: Section): readonly Fields[] {
    const { [section]: held } = this.#sections;
    return isUnknown(held) ? [] : held;
  }

  isKnown(section: Section): boolean {
    return !isUnknown(this.#sections[section]);
  }

  find(section: Section, fits: (object: Fields) => boolean): Fields | undefined {
    return this.all(section).find(fits);
  }

  add(section: Section, object: Fields): void {
    this.#change(section, (all) => [...all, object]);
  }

  /** Changes the matching objects. */
  update(section: Section, fits: (object: Fields) => boolean, change: (object: Fields) => Fields): void {
    this.#change(section, (all) => all.map((one) => (fits(one) ? change(one) : one)));
  }

  remove(section: Section, fits: (object: Fields) => boolean): void {
    this.#change(section, (all) => all.filter((one) => !fits(one)));
  }

  /** Marks a whole section as unknown. */
  forget(section: Section, why: string): void {
    this.#sections[section] = unknown(why);
  }

  /** Marks everything about the organization as unknown, except for its names. */
  forgetAll(why: string): void {
    const { resourceName, id, name, organizationId, ...fields } = this.organization;
    const open = Object.keys(fields).map((field) => [field, unknown(why)] as const);
    this.organization = { resourceName, id, name, organizationId, ...Object.fromEntries(open) };
    for (const { section } of SECTIONS) this.forget(section, why);
  }

  #change(section: Section, change: (all: readonly Fields[]) => readonly Fields[]): void {
    const { [section]: held } = this.#sections;
    if (!isUnknown(held)) this.#sections[section] = change(held);
  }

  /** Everything, in the form of a picture. */
  whole(): Fields {
    return { organization: this.organization, ...this.#sections };
  }
}
