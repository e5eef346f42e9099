import { canonicalText } from '../seals/canonical-text.ts';
import type { CurrencyStatement, Statement, StatementMovement } from './statement.ts';

/**
 * The differences between a frozen statement and today's knowledge. The statement stays; these are shown beside it.
 */
export interface Restatement {
  readonly currency: string;
  /** In the frozen statement, and by today's knowledge not so. */
  readonly frozen: readonly StatementMovement[];
  /** By today's knowledge, and not in the frozen statement. */
  readonly now: readonly StatementMovement[];
  readonly message: string;
}

/** Currency by currency; empty if nothing known today differs. */
export function restatements(frozen: Statement, now: Statement): readonly Restatement[] {
  const names = [...frozen.currencies, ...now.currencies].map(({ currency }) => currency);
  return [...new Set(names)].sort().flatMap((currency) => {
    const [before, after] = [frozen, now].map(({ currencies }) =>
      currencies.find((each) => each.currency === currency),
    );
    const isRated = [before, after].some(restsOnRate);
    if (comparable(before, isRated) === comparable(after, isRated)) return [];
    const gone = notIn(before?.movements ?? [], after?.movements ?? []);
    const added = notIn(after?.movements ?? [], before?.movements ?? []);
    return [{ currency, frozen: gone, now: added, message: messageOf(before, after, gone, added) }];
  });
}

/** Without references, accounts and fills: those of a request never change. */
function told(movement: StatementMovement): string {
  const { reference: _, withdrawalAccountId: __, fill: ___, ...rest } = movement;
  return canonicalText(withoutRate(rest));
}

/** A manual rate is what people agreed to, and no knowledge: another one restates nothing. */
function withoutRate<T extends { readonly manualRate?: object }>({ manualRate, ...rest }: T) {
  return manualRate === undefined ? rest : { ...rest, price: null, value: null };
}

function restsOnRate(statement: CurrencyStatement | undefined): boolean {
  if (statement === undefined) return false;
  const { opening, closing, movements } = statement;
  return [opening, closing, ...movements].some(({ manualRate }) => manualRate !== undefined);
}

/** `isRated`: one of the two rests on a manual rate, so that what follows from it is compared in neither. */
function comparable(statement: CurrencyStatement | undefined, isRated: boolean): string {
  if (statement === undefined) return '';
  const { movements, opening, closing, revaluation, reconciling, ...rest } = statement;
  return canonicalText({
    ...rest,
    opening: withoutRate(opening),
    closing: withoutRate(closing),
    revaluation: isRated ? null : revaluation,
    ...(isRated || reconciling === undefined ? {} : { reconciling }),
    movements: movements.map(told),
  });
}

function notIn(
  movements: readonly StatementMovement[],
  others: readonly StatementMovement[],
): readonly StatementMovement[] {
  const left = others.map(told);
  return movements.filter((movement) => {
    const place = left.indexOf(told(movement));
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
}

function messageOf(
  before: CurrencyStatement | undefined,
  after: CurrencyStatement | undefined,
  gone: readonly StatementMovement[],
  added: readonly StatementMovement[],
): string {
  const balances = (['opening', 'closing'] as const).flatMap((end) => {
    const [was, is] = [before?.[end].amount ?? '0', after?.[end].amount ?? '0'];
    return was === is ? [] : [`its ${end} is ${is}, was ${was}`];
  });
  const moved =
    gone.length + added.length === 0
      ? []
      : [`${gone.length} of its movements are told differently by ${added.length} today`];
  const parts = [...balances, ...moved];
  return parts.length === 0 ? 'other snapshots bound the month' : parts.join('; ');
}
