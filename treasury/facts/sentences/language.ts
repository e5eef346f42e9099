/** The languages in which facts are said; the first is that of whoever asks for none of them. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];
