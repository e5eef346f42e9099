import type { components } from '@sluice/client';
import { capitalised } from '../../display/capitalised.ts';

type Report = components['schemas']['FullReport'];

/** What moved of a currency in a month, to one account or of one class. */
export interface SumRow {
  readonly id: string;
  readonly currency: string;
  readonly kind: string;
  readonly accountId: string | null;
  readonly accountLabel: string | null;
  /** What people or a matching rule explained it as; null of what Sluice did itself. */
  readonly explainedAs: string | null;
  readonly movements: number;
  /** Signed. */
  readonly amount: string;
  readonly value: string | null;
  readonly reporting: string;
}

/** The sums of a report; null where it is too much for one answer: its file has them. */
export function sumRowsOf({ parts }: Partial<Report>): readonly SumRow[] | null {
  if (parts === undefined) return null;
  const rows = parts.find(({ name }) => name === 'sums')?.rows ?? [];
  return rows.map((row) => {
    const text = (key: string) => (typeof row[key] === 'string' ? row[key] : null);
    const [currency, kind] = [text('currency') ?? '', text('kind') ?? ''];
    const [accountId, explainedAs] = [text('withdrawalAccountId'), text('explainedAs')];
    return {
      ...{ currency, kind, accountId, explainedAs },
      id: [currency, kind, accountId, explainedAs, text('matchingRuleId')].join(' '),
      accountLabel: text('accountLabel'),
      movements: Number(row.movements),
      amount: text('amount') ?? '0',
      value: text('value'),
      reporting: text('reportingCurrency') ?? '',
    };
  });
}

/** "Withdrawal", "Inflow: network fee". */
export function classText({ kind, explainedAs }: Pick<SumRow, 'kind' | 'explainedAs'>): string {
  const name = capitalised(kind.replaceAll('-', ' '));
  return explainedAs === null ? name : `${name}: ${explainedAs.replaceAll('-', ' ')}`;
}
