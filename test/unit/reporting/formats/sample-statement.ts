import type {
  Statement,
  StatementBalance,
  StatementMovement,
} from '../../../../treasury/statements/statement.ts';
import { basisBetween } from '../../../samples/statement-basis.ts';

function balance(
  snapshot: string,
  amount: string,
  price: string | null,
  value: string | null,
): StatementBalance {
  return { snapshot, readAt: snapshot.replace('.000', '.250'), amount, price, value };
}

export function movement(
  given: Pick<StatementMovement, 'kind' | 'at' | 'amount'> & Partial<StatementMovement>,
): StatementMovement {
  return {
    snapshot: given.at,
    price: null,
    value: null,
    instructionId: null,
    askedBy: null,
    approvedBy: [],
    about: null,
    ...given,
  };
}

const OPENING = '2026-02-28T23:00:00.000Z';
/** The midnight that ends the month, in Berlin: the closing snapshot is the one taken at it. */
const CLOSING = '2026-03-31T22:00:00.000Z';

/**
 * March 2026 in Berlin, in US dollars, worked out by hand:
 *
 * BTC  opening 2 at 60000.10                         = 120000.20
 *      inflow 0.5 at 61000.333                       =  30500.1665
 *      withdrawal -1.25 at 62000.01                  = -77500.0125
 *      closing 1.25 at 64000.2                       =  80000.25
 *      revaluation 80000.25 - 120000.20 - 30500.1665 + 77500.0125 = 6999.896
 * USD  opening 100.005, trade 10.115, closing 110.12, at 1; revaluation 0
 * XYZ  opening 5, unexplained -2.000000000000000001, closing 2.999999999999999999; no price at all
 *
 * Totals: opening 120100.205, movements -46989.731, revaluation 6999.896, closing 80110.37.
 */
export const MARCH: Statement = {
  tenant: 'main',
  month: '2026-03',
  timeZone: 'Europe/Berlin',
  from: OPENING,
  to: CLOSING,
  reportingCurrency: 'USD',
  basis: basisBetween(OPENING, CLOSING),
  currencies: [
    {
      currency: 'BTC',
      opening: balance(OPENING, '2', '60000.10', '120000.20'),
      movements: [
        movement({
          kind: 'inflow',
          at: '2026-03-10T09:00:00.000Z',
          amount: '0.5',
          price: '61000.333',
          value: '30500.1665',
          about: { code: 'withdrawal', accountLabel: '=invoice 4711 <paid> & "done"' },
        }),
        movement({
          kind: 'withdrawal',
          at: '2026-03-31T21:58:30.000Z',
          snapshot: CLOSING,
          amount: '-1.25',
          price: '62000.01',
          value: '-77500.0125',
          instructionId: 'sweep-btc-cold-20260331T215500Z',
          askedBy: { code: 'rule', ruleId: 'btc-cold' },
          approvedBy: ['ada', 'grace'],
          about: { code: 'withdrawal', accountLabel: 'Cold storage' },
          reference: 'INV/2026-0117',
        }),
      ],
      closing: balance(CLOSING, '1.25', '64000.2', '80000.25'),
      revaluation: '6999.896',
    },
    {
      currency: 'USD',
      opening: balance(OPENING, '100.005', '1', '100.005'),
      movements: [
        movement({
          kind: 'trade',
          at: '2026-03-29T01:30:00.000Z',
          amount: '10.115',
          price: '1',
          value: '10.115',
          instructionId: `trade-${'7'.repeat(40)}`,
          askedBy: 'tess',
          reference: 'R'.repeat(64),
        }),
      ],
      closing: balance(CLOSING, '110.12', '1', '110.12'),
      revaluation: '0',
    },
    {
      currency: 'XYZ',
      opening: balance(OPENING, '5', null, null),
      movements: [
        movement({
          kind: 'unexplained',
          at: '2026-03-15T12:00:00.000Z',
          amount: '-2.000000000000000001',
        }),
      ],
      closing: balance(CLOSING, '2.999999999999999999', null, null),
      revaluation: null,
      reconciling: { kind: 'outside-valuation', value: '0' },
    },
  ],
  totals: {
    opening: '120100.205',
    movements: '-46989.731',
    revaluation: '6999.896',
    reconciling: '0',
    closing: '80110.37',
    unvalued: ['XYZ'],
  },
  digest: 'a5'.repeat(32),
  frozenAt: '2026-04-01T06:00:00.000Z',
};
