import { pathText } from '../../display/path-text.ts';

const NAMES: Readonly<Record<string, string>> = {
  id: 'Id at the service',
  label: 'Name',
  network: 'Network',
  firstPaymentMaximum: 'At most until a payment is known to have arrived',
  paymentArrived: 'A payment has arrived',
  answeredAmounts: 'How answers state amounts',
  'answeredAmounts.amounts': 'Amounts in its answers are',
  'answeredAmounts.digits': 'Digits after the point',
  networkAtService: 'Network’s name at the service',
  currency: 'Currency',
  status: 'State',
  generalLedgerCode: 'General-ledger code',
};

/** What people call a field of an account: "details.beneficiary.address" is "Beneficiary, address". */
export function fieldText(field: string): string {
  return NAMES[field] ?? pathText(field.replace(/^details\./, ''));
}
