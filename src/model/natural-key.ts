/** How an object that nobody imported is recognised. */
export interface NaturalKey<Inputs, Wire> {
  /** The input fields that make up the key, for messages. */
  readonly fields: readonly string[];
  /** The value by which people know the object, where it lies inside of an input or follows from several. */
  readonly nameIn?: (inputs: Inputs) => string | undefined;
  /** Whether all that `nameIn` and `kindIn` read is known; whether all inputs are, when absent. */
  readonly isNameKnown?: (inputs: Inputs) => boolean;
  /** What tells objects of one name apart, where the fields do not: a kind of a table of its own. */
  readonly kindIn?: (inputs: Inputs) => string | undefined;
  /** Whether a second create of what the inputs declare would surely overwrite the object without a word: both would share it. */
  readonly isOverwritten?: (inputs: Inputs) => boolean;
  /** Whether the object is the one that the inputs declare. */
  readonly matches: (wire: Wire, inputs: Inputs) => boolean;
  /** The service refuses a second object of the same key; without it, an unanswered create is not repeated blindly. */
  readonly isUnique: boolean;
  /** The service does not say that the key is taken where this API key does not see the object: it answers 500. */
  readonly hidesConflicts?: boolean;
  /** Whether a text that a user gave as `adopt` or as the last part of an id names the object. */
  readonly isNamed: (wire: Wire, text: string) => boolean;
  /** Fields by each of which a look-up may ask for one object; without them there is no look-up. */
  readonly lookUpBy?: readonly string[];
  /** A look-up of one object reads it by itself and shows all of it: what its list leaves out, and secret outputs. */
  readonly isLookedUpWhole?: true;
}
