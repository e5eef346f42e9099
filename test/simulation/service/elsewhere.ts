import type { WireResult } from '../../../adapters/http-client/attempt-once.ts';
import type { Random } from '../random.ts';
import { answered } from './answers.ts';
import type { detailsOf } from './places.ts';

/* Withdrawals that the service really sends to another place than the registered one, and says so. */

/** Worlds with such a service, and the chance of each of its withdrawals. */
export const ELSEWHERE_WORLDS = 0.2;
export const SENT_ELSEWHERE = 0.15;

/** Executed to another place than the registered one, and said so. */
export const ELSEWHERE = [
  'sent to another address',
  'sent with another tag',
  'sent over another network',
  'sent to another address, as its own details say',
] as const;

/** Sent to the registered place, and said in a way that no reader can be sure of. */
const UNSURE_PLACES = [
  'a place of null',
  'another name of the network',
  'an amount of fewer digits',
] as const;
export const TOLD_PLACES = [...ELSEWHERE, ...UNSURE_PLACES] as const;
export type ToldPlace = (typeof TOLD_PLACES)[number];

export function isElsewhere(how: ToldPlace): boolean {
  return ELSEWHERE.some((each) => each === how);
}

/** The answer to a withdrawal, by where it went; `body`: its plain success. */
export function tellElsewhere(random: Random, how: ToldPlace, body: string): WireResult {
  const [plain] = JSON.parse(body) as [
    { readonly amount: string; readonly withdrawalAccount: { readonly details: object } },
  ];
  const { amount, withdrawalAccount } = plain;
  const beneficiary = (changes: object) => {
    const { beneficiary: registered } = withdrawalAccount.details as ReturnType<typeof detailsOf>;
    return { beneficiary: { ...registered, ...changes } };
  };
  const address = `Elsewhere${random.between(1, 9)}`;
  const at = (details: object) => ({ withdrawalAccount: { ...withdrawalAccount, details } });
  switch (how) {
    case 'sent to another address':
      return list({ ...plain, ...at(beneficiary({ address })) });
    case 'sent with another tag':
      return list({ ...plain, ...at(beneficiary({ tag: random.between(100, 999) })) });
    case 'sent over another network':
      return list({ ...plain, network: 'tron' });
    case 'sent to another address, as its own details say':
      return list({ ...plain, details: beneficiary({ address }) });
    case 'a place of null':
      return list({ ...plain, ...at(beneficiary({ address: null })) });
    case 'another name of the network':
      return list({ ...plain, network: 'its own name' });
    case 'an amount of fewer digits':
      return list({ ...plain, amount: amount.replace(/(\.\d*)\d$/, '$1').replace(/\.$/, '') });
    default:
      return how satisfies never;
  }
}

function list(withdrawal: object): WireResult {
  return answered(200, JSON.stringify([withdrawal]));
}
