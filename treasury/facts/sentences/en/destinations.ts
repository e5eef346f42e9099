import type { DestinationFact } from '../../destination-facts.ts';
import type { Said } from '../said.ts';
import { moment, sentence, written } from '../sentence.ts';

const active = () => 'active';

export const DESTINATIONS: Said<DestinationFact> = {
  'account-not-registered': {
    seen: () => 'not registered',
    accepted: active,
    refused: ({ accountId = '(none)' }) => `Withdrawal account ${accountId} is not registered.`,
  },
  'account-unreadable': {
    seen: () => 'not readable',
    accepted: active,
    refused: ({ id }) =>
      `The item of withdrawal account ${id} cannot be read: nothing leaves to it.`,
  },
  'account-status': {
    seen: ({ status }) => status,
    accepted: active,
    refused: ({ label, status }) => sentence`Withdrawal account "${written(label)}" is ${status}.`,
  },
  'account-currency': {
    seen: ({ currency }) => currency,
    accepted: ({ withdrawn }) => withdrawn,
    refused: ({ label, currency, withdrawn }) =>
      sentence`Withdrawal account "${written(label)}" is for ${currency}, not for ${withdrawn}.`,
  },
  'cooling-off': {
    seen: ({ usableFrom }) => sentence`usable from ${moment(usableFrom)}`,
    accepted: ({ now }) => sentence`usable at ${moment(now)}`,
    refused: ({ label, usableFrom }) =>
      sentence`Withdrawal account "${written(label)}" is new or changed, and rests until ${moment(usableFrom)}.`,
  },
};
