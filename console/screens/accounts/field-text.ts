import { capitalised } from '../../display/capitalised.ts';

const NAMES: Readonly<Record<string, string>> = {
  id: 'Id at the service',
  label: 'Name',
  network: 'Network',
  currency: 'Currency',
  status: 'State',
  generalLedgerCode: 'General-ledger code',
};

/** What people call a field of an account: "details.beneficiary.address" is "Beneficiary, address". */
export function fieldText(field: string): string {
  const known = NAMES[field];
  if (known !== undefined) return known;
  const text = field
    .replace(/^details\./, '')
    .replaceAll('.', ', ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return capitalised(text);
}
