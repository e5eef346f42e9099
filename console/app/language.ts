/*
 * Some systems give the browser a language that is none, such as "en-US@posix". Intl refuses it, and a library of the
 * charts asks Intl with it when it is loaded: it is mended before anything else is.
 */

/** What Intl takes in any case. */
const FALLBACK = 'en';

try {
  Intl.getCanonicalLocales(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { value: FALLBACK });
  Object.defineProperty(navigator, 'languages', { value: [FALLBACK] });
}
