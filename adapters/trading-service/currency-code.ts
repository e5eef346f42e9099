/** Codes are an open set (reference, 2.4): anything short that begins like a word. */
export const CURRENCY_CODE = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,31}$/;

/**
 * A currency in the one spelling in which Sluice compares and keeps it, that of the policy: services write "btc" and "BTC"
 * for the same, as they do with ids. Only the letters of a code change: other alphabets have letters that turn into two,
 * or into one of these.
 */
export function currencyCodeOf(text: string): string {
  return text.trim().replaceAll(/[a-z]/g, (letter) => letter.toUpperCase());
}
