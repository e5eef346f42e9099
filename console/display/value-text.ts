export interface FieldDifference {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  /** Why the field lets more leave; null where it does not, absent where that is not said. */
  readonly widens?: string | null;
}

/** A value of the policy as a person reads it: text, a list with commas, or its JSON. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return '(none)';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value === '' ? '(empty)' : value;
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) {
    return value.length === 0 ? '(none)' : value.join(', ');
  }
  if (typeof value === 'object' && Object.keys(value).length === 0) return '(none)';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
