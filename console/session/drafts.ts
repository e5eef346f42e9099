/** Begins the key of every draft; behind it stand the person and the form. */
const PREFIX = 'sluice-draft:';

/*
 * Half-filled forms, which outlive an expired session and a reload. They stay in the tab, belong to one person, and go at
 * sign-out. A draft never has a token or a secret in it.
 */

export function readDraft(person: string, form: string): unknown {
  const text = window.sessionStorage.getItem(nameOfDraft(person, form));
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function writeDraft(person: string, form: string, content: unknown): void {
  try {
    window.sessionStorage.setItem(nameOfDraft(person, form), JSON.stringify(content));
  } catch {
    // The tab's storage is full or refused: the form works without a draft.
  }
}

export function forgetDraft(person: string, form: string): void {
  window.sessionStorage.removeItem(nameOfDraft(person, form));
}

/** All of them, at sign-out. */
export function forgetDrafts(): void {
  const keys = Object.keys(window.sessionStorage);
  for (const key of keys.filter((each) => each.startsWith(PREFIX)))
    window.sessionStorage.removeItem(key);
}

/** Its key in the tab's storage; all of them go at sign-out. */
export function nameOfDraft(person: string, form: string): string {
  return `${PREFIX}${person}:${form}`;
}
