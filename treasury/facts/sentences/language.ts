/** The languages in which facts are said; the first is that of whoever asks for none of them. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Who reads a text: in a language, and by the clocks of a zone. Absent: moments are said in UTC. */
export interface Reader {
  readonly language: Language;
  readonly timeZone?: string;
}

/** A language alone is a reader whose zone is not known. */
export function asReader(reader: Language | Reader): Reader {
  return typeof reader === 'string' ? { language: reader } : reader;
}
