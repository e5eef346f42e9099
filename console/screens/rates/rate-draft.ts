/** A rate as it is typed. */
export const NEW_RATE = {
  id: '',
  label: '',
  currency: '',
  in: '',
  rate: '',
  from: '',
  until: '',
  source: '',
} as const;

export type RateDraft = { readonly [Field in keyof typeof NEW_RATE]: string };

/** The fields in the order of the form, each with what a person reads. */
export const FIELDS: readonly {
  readonly name: keyof RateDraft;
  readonly label: string;
  readonly description: string;
  readonly type: 'text' | 'date';
}[] = [
  {
    name: 'id',
    label: 'Id',
    description: 'Small letters, digits and hyphens: chf-2026-q1',
    type: 'text',
  },
  { name: 'label', label: 'Label', description: 'As reports name it', type: 'text' },
  { name: 'currency', label: 'Currency', description: 'It has no price: CHF', type: 'text' },
  { name: 'in', label: 'In', description: 'The currency of the rate: USD', type: 'text' },
  { name: 'rate', label: 'Rate', description: 'What one unit is worth: 1.13', type: 'text' },
  { name: 'from', label: 'From', description: 'Midnight UTC, included', type: 'date' },
  { name: 'until', label: 'Until', description: 'Midnight UTC, not included', type: 'date' },
  { name: 'source', label: 'Source', description: 'Where the rate was read', type: 'text' },
];

/** What was kept of a form, if it is one of this. */
export function rateDraftOf(kept: unknown): RateDraft {
  if (typeof kept !== 'object' || kept === null) return NEW_RATE;
  const known = Object.keys(NEW_RATE).map((name) => {
    const value = (kept as Readonly<Record<string, unknown>>)[name];
    return [name, typeof value === 'string' ? value : ''];
  });
  return Object.fromEntries(known) as RateDraft;
}

/** Null as long as a field is empty; the API judges the rest, and names the field. */
export function bodyOf(draft: RateDraft): RateDraft | null {
  const body = Object.fromEntries(
    Object.entries(draft).map(([name, text]) => [name, text.trim()]),
  ) as RateDraft;
  if (Object.values(body).includes('')) return null;
  return { ...body, currency: body.currency.toUpperCase(), in: body.in.toUpperCase() };
}
