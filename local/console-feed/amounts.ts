/** Amounts as people write them: grouped, every digit that there is, none that there is not. */
const EXACT = new Intl.NumberFormat('en', {
  maximumFractionDigits: 30,
  signDisplay: 'negative',
});
/** Values in the reporting currency, to the cent, for reading; the exact text stands in the data. */
const TO_THE_CENT = new Intl.NumberFormat('en', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  roundingMode: 'halfEven',
  // What is rounded to nothing has no sign.
  signDisplay: 'negative',
});

/** An amount within a sentence of the domain, which writes decimals as they are stored. */
const PLAIN_AMOUNT = /(?<![\w.,/-])(\d{4,})(\.\d+)?(?= [A-Z][A-Z0-9]{1,19}\b)/g;

/** Intl takes decimal text exactly, where a number would already have lost digits. */
type NumericText = Intl.StringNumericLiteral;

export function amountOf(text: string, currency: string): string {
  return `${EXACT.format(text as NumericText)} ${currency}`;
}

export function worthOf(text: string, currency: string): string {
  return `${TO_THE_CENT.format(text as NumericText)} ${currency}`;
}

/** A sentence with its amounts as `amountOf` writes them; a zero at the end of a fraction stays where it was written. */
export function withGroupedAmounts(sentence: string): string {
  return sentence.replace(
    PLAIN_AMOUNT,
    (_, whole: string, fraction = '') => `${EXACT.format(whole as NumericText)}${fraction}`,
  );
}
