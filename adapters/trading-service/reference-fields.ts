/**
 * compared: another value is no confirmation. kept: stored as it came, of whatever type, and decides nothing. ignored: not
 * even kept, beside the evidence, which has the beginning of the answer.
 */
export type FieldUse = 'compared' | 'kept' | 'ignored';

interface ReferenceField {
  readonly use: FieldUse;
  readonly why: string;
}

/**
 * THE list of the fields that the reference shows in answers (2.1 to 2.3), and of what becomes of each; a name with points
 * is a path. The tests change each of these in 200 ways. The reference shows no field of balances and of trades (2.4).
 */
export const WITHDRAWAL_FIELDS: Readonly<Record<string, ReferenceField>> = {
  id: { use: 'compared', why: 'with all ids of before, without case: one id is one withdrawal' },
  label: { use: 'ignored', why: 'a text for people, of the service' },
  network: { use: 'kept', why: 'as it came' },
  currency: { use: 'compared', why: 'without case, with the currency of the account' },
  amount: { use: 'compared', why: 'as a number, with what was asked for; several add up' },
  withdrawalAccount: { use: 'compared', why: 'an answer without an account is none' },
  'withdrawalAccount.id': { use: 'compared', why: 'without case, with the account asked for' },
  'withdrawalAccount.label': { use: 'ignored', why: 'a text for people, of the service' },
  'withdrawalAccount.network': { use: 'ignored', why: 'the account is known by its id' },
  'withdrawalAccount.currency': { use: 'compared', why: 'where it is there, as the currency is' },
  'withdrawalAccount.details': { use: 'ignored', why: 'the account is known by its id' },
  createdAt: {
    use: 'compared',
    why: 'where it names a moment: at most 24 hours off; kept as it came',
  },
  processedAt: { use: 'kept', why: 'absent until processed, and booked later all the same' },
  details: { use: 'ignored', why: 'any properties are allowed' },
  venue: { use: 'kept', why: 'in no schema of the reference' },
};
