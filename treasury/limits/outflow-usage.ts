import type { Counter } from '../counters/counter.ts';
import { labelKey } from '../policy/label.ts';
import { accountKey, type RegisteredAccount } from '../policy/registered-account.ts';

/** The key under which a label counts: readers take two spellings of it for one name. */
export function counterpartyKey(label: string): string {
  return labelKey(label);
}

/** What left to an account, in its own currency. */
export function accountCounter({
  id,
  currency: unit,
}: Pick<RegisteredAccount, 'id' | 'currency'>): Counter {
  return { kind: 'account', of: accountKey(id), unit };
}

/** What left to a counterparty, in the reporting currency. */
export function counterpartyCounter(name: string, unit: string): Counter {
  return { kind: 'counterparty', of: counterpartyKey(name), unit };
}

/** Everything that left, in the reporting currency. */
export function outflowCounter(unit: string): Counter {
  return { kind: 'outflow', of: '', unit };
}
