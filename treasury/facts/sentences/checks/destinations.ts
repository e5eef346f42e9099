import type { DestinationFact } from '../../destination-facts.ts';
import type { Said } from './said.ts';

const active = () => 'active';

export const DESTINATIONS: Said<DestinationFact> = {
  'account-not-registered': {
    seen: () => 'not registered',
    accepted: active,
    refused: ({ accountId = '(none)' }) => `Withdrawal account ${accountId} is not registered.`,
  },
  'account-status': {
    seen: ({ status }) => status,
    accepted: active,
    refused: ({ label, status }) => `Withdrawal account "${label}" is ${status}.`,
  },
  'account-currency': {
    seen: ({ currency }) => currency,
    accepted: ({ withdrawn }) => withdrawn,
    refused: ({ label, currency, withdrawn }) =>
      `Withdrawal account "${label}" is for ${currency}, not for ${withdrawn}.`,
  },
  'cooling-off': {
    seen: ({ usableFrom }) => `usable from ${usableFrom}`,
    accepted: ({ now }) => `usable at ${now}`,
    refused: ({ label, usableFrom }) =>
      `Withdrawal account "${label}" is new or changed, and rests until ${usableFrom}.`,
  },
};
