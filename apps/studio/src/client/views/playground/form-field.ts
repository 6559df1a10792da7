/** Where a value stands in the arguments: names of fields and numbers of list items, outermost first. */
export type FieldPath = readonly (string | number)[];

interface Described {
  /** The last part of its place: what it is called in the arguments. */
  readonly name: string;
  readonly description?: string | undefined;
  readonly isRequired: boolean;
  /** What the server takes where nothing is given. */
  readonly fallback?: unknown;
}

export interface TextField extends Described {
  readonly kind: "text";
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  /** Room for a question, not for a name. */
  readonly isLong: boolean;
}

export interface NumberField extends Described {
  readonly kind: "number";
  readonly isWhole: boolean;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
}

export interface ChoiceField extends Described {
  readonly kind: "choice";
  readonly choices: readonly (string | number)[];
}

export interface FlagField extends Described {
  readonly kind: "flag";
}

export interface ListField extends Described {
  readonly kind: "list";
  readonly item: FormField;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  /** A single one need not be wrapped in a list. */
  readonly takesOne: boolean;
}

export interface GroupField extends Described {
  readonly kind: "group";
  readonly fields: readonly FormField[];
}

/** Whatever no input element fits: it is written as JSON, and the server judges it. */
export interface JsonField extends Described {
  readonly kind: "json";
}

/** A field of a form, as its schema has it. */
export type FormField = TextField | NumberField | ChoiceField | FlagField | ListField | GroupField | JsonField;

/** A place as the server names it in a problem: `nodes.0`. */
export function placeName(path: FieldPath): string {
  return path.join(".");
}
