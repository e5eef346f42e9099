const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What stands between the parts of an id. */
const BETWEEN = /([^A-Za-z0-9]+)/;

/** Longest form, as a policy may name it: an id is a word, not a text. */
export const MAX_ID_FORM_CHARACTERS = 80;

/** A form as `idFormOf` writes it: it has digits somewhere, since a word is no id. */
export const ID_FORM = /^(?:uuid|[\w\-.:/#<>]*digits>[\w\-.:/#<>]*)$/;

/**
 * The form of an id, as people read and confirm it: `uuid`, or its parts with digits counted, such as `ord-<9-digits>` or
 * `<20-letters-and-digits>`. Parts of letters alone stand as they are. Null for what has no digit: that is a word, such as
 * insufficient_funds, and no id.
 */
export function idFormOf(id: string): string | null {
  if (UUID.test(id)) return 'uuid';
  if (!/\d/.test(id)) return null;
  const form = id.split(BETWEEN).map(formOfPart).join('');
  return form.length <= MAX_ID_FORM_CHARACTERS && ID_FORM.test(form) ? form : null;
}

function formOfPart(part: string): string {
  if (!/\d/.test(part)) return part;
  return `<${part.length}-${/^\d+$/.test(part) ? '' : 'letters-and-'}digits>`;
}
