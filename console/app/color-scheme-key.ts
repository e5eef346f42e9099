/** Where the browser keeps the chosen colour scheme; the script before the first paint reads it as well. */
export const COLOR_SCHEME_KEY = 'sluice-color-scheme';
