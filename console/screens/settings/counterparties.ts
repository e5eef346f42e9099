/** What the accounts of one counterparty together may be paid, as the form holds it; empty: no such limit. */
export interface Counterparty {
  readonly name: string;
  readonly per24Hours: string;
  readonly per30Days: string;
}

export const NO_COUNTERPARTY: Counterparty = { name: '', per24Hours: '', per30Days: '' };

const AMOUNT = /^(?:0|[1-9]\d{0,29})(?:\.\d{1,30})?$/;

/** The text of the form's field: names hold any letter, so no sign between them could be told from one. */
export function counterpartiesText(rows: readonly Partial<Counterparty>[]): string {
  return rows.length === 0 ? '' : JSON.stringify(rows);
}

/** Whatever a kept draft has: what is no row of this form is none. */
export function counterpartiesOf(text: string): readonly Counterparty[] {
  const rows = parsed(text);
  if (!Array.isArray(rows)) return [];
  return rows.map((row: unknown) => ({
    name: textAt(row, 'name'),
    per24Hours: textAt(row, 'per24Hours'),
    per30Days: textAt(row, 'per30Days'),
  }));
}

function parsed(text: string): unknown {
  try {
    return text === '' ? [] : JSON.parse(text);
  } catch {
    return [];
  }
}

function textAt(row: unknown, name: keyof Counterparty): string {
  const value: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, name) : '';
  return typeof value === 'string' ? value : '';
}

/** As the API takes them: without the limits that are empty. */
export function counterpartiesBody(text: string): readonly Partial<Counterparty>[] {
  return counterpartiesOf(text)
    .map(trimmed)
    .filter(({ name, per24Hours, per30Days }) => `${name}${per24Hours}${per30Days}` !== '')
    .map(({ name, per24Hours, per30Days }) => ({
      name,
      ...(per24Hours !== '' && { per24Hours }),
      ...(per30Days !== '' && { per30Days }),
    }));
}

function trimmed({ name, per24Hours, per30Days }: Counterparty): Counterparty {
  return { name: name.trim(), per24Hours: per24Hours.trim(), per30Days: per30Days.trim() };
}

/** Limits go by the name, however it is spelt. */
export function counterpartyKey(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFC');
}

/** What is wrong with them; null where the API can be asked. */
export function counterpartiesProblem(text: string): string | null {
  const rows = counterpartiesBody(text);
  const names = rows.map(({ name = '' }) => counterpartyKey(name));
  if (names.includes('')) return 'Each counterparty needs its name, as its accounts have it.';
  if (new Set(names).size < names.length) return 'A counterparty stands here twice.';
  const amounts = rows.map(({ per24Hours, per30Days }) => [per24Hours, per30Days]);
  const isOther = amounts.flat().some((amount) => amount !== undefined && !AMOUNT.test(amount));
  return isOther ? 'A limit is a decimal number such as 12.5, without separators.' : null;
}
