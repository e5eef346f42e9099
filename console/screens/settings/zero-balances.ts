/** What the service does with balances of zero, as people choose it. */
const TEXTS = {
  unknown: 'Not known: what is left out is never zero',
  listed: 'Listed: what is left out is never zero',
  omitted: 'Left out: zero after three answers without it',
} as const;

export const ZERO_CHOICES = Object.entries(TEXTS).map(([value, label]) => ({ value, label }));

export function zerosText(value: string): string {
  return value === 'listed' || value === 'omitted' ? TEXTS[value] : TEXTS.unknown;
}
