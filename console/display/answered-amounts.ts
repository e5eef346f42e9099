/** How answers state the amounts of withdrawals, as people choose it; an empty choice is none. */
const ANSWERED_TEXTS = {
  gross: 'What was asked for: an amount less its fee is an error',
  net: 'What was asked for, less the fee',
} as const;

const NOT_SAID = 'Not said: an amount less its fee blocks the currency';

/** `notSaid`: what holds where nothing is chosen. */
export function answeredChoices(notSaid: string = NOT_SAID) {
  return [
    { value: '', label: notSaid },
    ...Object.entries(ANSWERED_TEXTS).map(([value, label]) => ({ value, label })),
  ];
}

export function answeredText(value: string): string {
  return value === 'gross' || value === 'net' ? ANSWERED_TEXTS[value] : NOT_SAID;
}

/** As many digits as amounts may have after the point. */
export function isDigits(text: string): boolean {
  return /^(?:[12]?\d|30)$/.test(text);
}
