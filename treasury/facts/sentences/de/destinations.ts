import type { RegisteredAccount } from '../../../policy/registered-account.ts';
import type { DestinationFact } from '../../destination-facts.ts';
import type { Said } from '../said.ts';
import { moment, sentence, written } from '../sentence.ts';

const active = () => 'aktiv';

const STATUSES: Readonly<Record<RegisteredAccount['status'], string>> = {
  active: 'aktiv',
  inactive: 'inaktiv',
};

export const DESTINATIONS: Said<DestinationFact> = {
  'account-not-registered': {
    seen: () => 'nicht registriert',
    accepted: active,
    refused: ({ accountId = '(keines)' }) =>
      `Das Auszahlungskonto ${accountId} ist nicht registriert.`,
  },
  'account-unreadable': {
    seen: () => 'nicht lesbar',
    accepted: active,
    refused: ({ id }) =>
      `Der Eintrag des Auszahlungskontos ${id} ist nicht lesbar: Nichts wird dorthin ausgezahlt.`,
  },
  'account-status': {
    seen: ({ status }) => STATUSES[status],
    accepted: active,
    refused: ({ label, status }) =>
      sentence`Das Auszahlungskonto „${written(label)}“ ist ${STATUSES[status]}.`,
  },
  'account-currency': {
    seen: ({ currency }) => currency,
    accepted: ({ withdrawn }) => withdrawn,
    refused: ({ label, currency, withdrawn }) =>
      sentence`Das Auszahlungskonto „${written(label)}“ ist für ${currency} bestimmt, nicht für ${withdrawn}.`,
  },
  'cooling-off': {
    seen: ({ usableFrom }) => sentence`nutzbar ab ${moment(usableFrom)}`,
    accepted: ({ now }) => sentence`nutzbar spätestens am ${moment(now)}`,
    refused: ({ label, usableFrom }) =>
      sentence`Das Auszahlungskonto „${written(label)}“ ist neu oder geändert; seine Wartezeit dauert bis ${moment(usableFrom)}.`,
  },
};
