import { Decimal } from '../../treasury/money/decimal.ts';
import { formatDecimal } from '../../treasury/money/decimal-text.ts';
import type { Answer } from '../service/answer.ts';
import { isRecord } from './is-record.ts';

/** What an answer to a withdrawal says of the place that it went to, other than what is registered. */
export const ELSEWHERE = [
  'address',
  'address-in-details',
  'name',
  'network',
  'account-network',
  'network-spelling',
  'number',
  'null',
  'empty-details',
  'no-details',
] as const;
export type Elsewhere = (typeof ELSEWHERE)[number];

/** How an answer states another amount than was asked for. */
export const ANSWERED_AMOUNTS = ['net', 'cut', 'less'] as const;
export type AnsweredAmount = (typeof ANSWERED_AMOUNTS)[number];

const OTHER_ADDRESS = '0x000000000000000000000000000000000000dEaD';

/** Of prices, balances and trades: a right answer. */
export function elsewhere(answer: Answer, what: Elsewhere): Answer {
  return changed(answer, (withdrawal) => {
    const account = isRecord(withdrawal.withdrawalAccount) ? withdrawal.withdrawalAccount : {};
    const details = isRecord(account.details) ? account.details : {};
    const beneficiary = isRecord(details.beneficiary) ? details.beneficiary : {};
    const withDetails = (changes: object) => ({
      ...withdrawal,
      withdrawalAccount: { ...account, details: { ...details, ...changes } },
    });
    switch (what) {
      case 'address':
        return withDetails({ beneficiary: { ...beneficiary, address: OTHER_ADDRESS } });
      case 'address-in-details':
        return { ...withdrawal, details: { beneficiary: { address: OTHER_ADDRESS } } };
      case 'name':
        return withDetails({ beneficiary: { ...beneficiary, name: 'Another' } });
      case 'network':
        return { ...withdrawal, network: 'tron' };
      case 'account-network':
        return { ...withdrawal, withdrawalAccount: { ...account, network: 'tron' } };
      case 'network-spelling':
        return { ...withdrawal, network: `${String(withdrawal.network)}-2` };
      case 'number':
        return withDetails({ beneficiary: { ...beneficiary, address: 7 } });
      case 'null':
        return withDetails({ beneficiary: { ...beneficiary, address: null } });
      case 'empty-details':
        return { ...withdrawal, withdrawalAccount: { ...account, details: {} } };
      case 'no-details': {
        const { details: _, ...bare } = account;
        return { ...withdrawal, withdrawalAccount: bare };
      }
      default:
        return what satisfies never;
    }
  });
}

/** net: a thousandth less. cut: to two fraction digits. less: the half. */
export function otherwiseStated(answer: Answer, as: AnsweredAmount): Answer {
  return changed(answer, (withdrawal) => {
    if (typeof withdrawal.amount !== 'string') return withdrawal;
    const amount = new Decimal(withdrawal.amount);
    const stated = {
      net: amount.times('0.999'),
      cut: amount.toDecimalPlaces(2, Decimal.ROUND_DOWN),
      less: amount.div(2),
    } as const;
    return { ...withdrawal, amount: formatDecimal(stated[as]) };
  });
}

function changed(
  answer: Answer,
  change: (withdrawal: Readonly<Record<string, unknown>>) => object,
): Answer {
  const json: unknown = answer.status === 200 ? JSON.parse(answer.body) : null;
  if (!Array.isArray(json)) return answer;
  const body = JSON.stringify(json.map((each) => (isRecord(each) ? change(each) : each)));
  return { ...answer, body };
}
