import { fieldLabel } from '../../../treasury/facts/sentences/field-label.ts';
import { type Difference, differencesOf } from '../../approving/differences.ts';
import { compareAmounts } from '../../display/amounts.ts';
import type { Account, AccountBody } from './types.ts';

/** What people set of an account, and nothing that Sluice adds. */
export function contentOf(account: Account): AccountBody {
  const { id, label, network, currency, details, status, generalLedgerCode } = account;
  const { counterparty, limits, networkAtService, answeredAmounts } = account;
  const { firstPaymentMaximum, paymentArrived } = account;
  return {
    ...{ id, label, network, currency, details, status },
    ...(firstPaymentMaximum === undefined ? {} : { firstPaymentMaximum }),
    ...(paymentArrived === undefined ? {} : { paymentArrived }),
    ...(answeredAmounts === undefined ? {} : { answeredAmounts }),
    ...(networkAtService === undefined ? {} : { networkAtService }),
    ...(generalLedgerCode === undefined ? {} : { generalLedgerCode }),
    ...(counterparty === undefined ? {} : { counterparty }),
    ...(limits === undefined ? {} : { limits }),
  };
}

/** Why a second person decides about a change of an account, each reason once. Only switching off acts at once. */
export function widensOf(before: AccountBody | null, after: AccountBody): readonly string[] {
  if (before === null) return ['A new account is a place that money can leave to.'];
  return [...new Set(differencesOf(before, after).flatMap(reasonsOf))];
}

/** Fields that no decision about money reads. */
const BOOKED_ONLY = 'generalLedgerCode';

function reasonsOf({ field, before, after }: Difference): readonly string[] {
  if (field === BOOKED_ONLY) return [];
  if (field === 'counterparty') {
    return isNothing(before) ? [] : ['Counterparty is another: its limits count for it no more.'];
  }
  if (isLimit(field)) {
    return isRaised(before, after) ? ['What it may be paid rises, or has no limit any more.'] : [];
  }
  if (field === 'networkAtService') {
    return [
      'Network’s name at the service is another: answers under it count as the same network.',
    ];
  }
  if (field === 'firstPaymentMaximum') {
    return isRaised(before, after) ? ['Its first-payment maximum rises, or is removed.'] : [];
  }
  if (field === 'paymentArrived') {
    return String(after) === 'true'
      ? ['A payment has arrived: its first-payment maximum ends.']
      : [];
  }
  if (isAboutAmounts(field)) {
    return [
      'How answers state amounts is another: another amount may count as what was asked for.',
    ];
  }
  if (field === 'status') {
    return after === 'inactive' ? [] : ['The account is switched on: money can leave to it.'];
  }
  return field === 'label'
    ? ['Name is another: people know the destination by it.']
    : [`${fieldLabel(field)} is another: money leaves to another place.`];
}

function isAboutAmounts(field: string): boolean {
  return field === 'answeredAmounts' || field.startsWith('answeredAmounts.');
}

function isLimit(field: string): boolean {
  return field === 'limits' || field.startsWith('limits.');
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** A limit that is set or falls lets less leave; whatever else becomes of it may let more leave. */
function isRaised(before: unknown, after: unknown): boolean {
  if (isNothing(before)) return false;
  if (typeof before !== 'string' || typeof after !== 'string') return true;
  return compareAmounts(after, before) > 0;
}

/** Whether a change makes it another destination, which rests again before money goes there. */
export function restsAgain(before: AccountBody | null, after: AccountBody): boolean {
  if (before === null) return true;
  return differencesOf(before, after).some(
    ({ field, after: is }) =>
      field !== 'label' &&
      field !== 'networkAtService' &&
      field !== 'firstPaymentMaximum' &&
      field !== 'paymentArrived' &&
      !isAboutAmounts(field) &&
      field !== BOOKED_ONLY &&
      field !== 'counterparty' &&
      !isLimit(field) &&
      !(field === 'status' && is === 'inactive'),
  );
}
