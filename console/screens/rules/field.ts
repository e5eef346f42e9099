/** How a field is filled in. */
export type FieldKind =
  | 'amount'
  | 'percent'
  | 'text'
  | 'seconds'
  | 'whole-number'
  | 'switch'
  | 'choice'
  /** Several of its options; as text, with commas between them. */
  | 'choices'
  | 'account'
  | 'calendars'
  | 'currency'
  | 'split'
  | 'time-zone';

/** A field of a rule as a form has it; its values are text, whatever they become in the rule. */
export interface Field {
  /** From the rule: "budgets.per24Hours". */
  readonly path: string;
  readonly kind: FieldKind;
  readonly label: string;
  readonly help: string;
  readonly isRequired: boolean;
  /** What holds where it is left empty; absent where nothing does. */
  readonly absent?: string;
  /** The value that a form shows where a rule leaves the field out: it is never sent. */
  readonly leftOut?: string;
  readonly pattern?: RegExp;
  readonly least?: number;
  readonly most?: number;
  readonly longest?: number;
  /** For amounts that have to be more than nothing. */
  readonly isPositive: boolean;
  /** For amounts that may also be a value in the reporting currency: "100000 USD". */
  readonly orValue: boolean;
  /** Of a choice, or of choices: the values. */
  readonly options: readonly string[];
  /** Shown and sent only where another field has this value. */
  readonly onlyIf?: { readonly path: string; readonly is: string };
}
