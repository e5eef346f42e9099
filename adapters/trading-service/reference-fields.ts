/**
 * compared: another value is no confirmation. kept: stored as it came, and decides nothing about a request. ignored: not
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
  network: { use: 'compared', why: 'where it is there, with the registered one, by its letters' },
  currency: { use: 'compared', why: 'without case, with the currency of the account' },
  amount: { use: 'compared', why: 'as a number, with what was asked for; several add up' },
  withdrawalAccount: { use: 'compared', why: 'an answer without an account is none' },
  'withdrawalAccount.id': { use: 'compared', why: 'without case, with the account asked for' },
  'withdrawalAccount.label': { use: 'ignored', why: 'a text for people, of the service' },
  'withdrawalAccount.network': { use: 'compared', why: 'as the network is' },
  'withdrawalAccount.currency': { use: 'compared', why: 'where it is there, as the currency is' },
  'withdrawalAccount.details': {
    use: 'compared',
    why: 'each text that is registered, where it is there; what else tells a destination, with earlier answers',
  },
  'withdrawalAccount.details.beneficiary.address': {
    use: 'compared',
    why: 'where it is there, with the registered one, by the rules of addresses',
  },
  createdAt: {
    use: 'compared',
    why: 'where it names a moment: at most 24 hours off; kept as it came',
  },
  processedAt: { use: 'kept', why: 'absent until processed, and booked later all the same' },
  details: {
    use: 'compared',
    why: 'as the details of the account are; any properties are allowed',
  },
  venue: { use: 'kept', why: 'in no schema of the reference' },
};

/** Of an entry of the prices; the instrument is the name that it stands under. */
export const PRICE_FIELDS: Readonly<Record<string, ReferenceField>> = {
  instrument: { use: 'kept', why: 'in capitals; of two that differ by case alone, neither' },
  bid: {
    use: 'kept',
    why: 'where both are decimal text above zero, and the bid is not above the ask',
  },
  ask: { use: 'kept', why: 'as the bid is' },
};
