import type { CurrencyEvidence, NotStatedReading } from '../instructions/evidence.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import type { Instant } from '../time/instant.ts';
import { type BarePoint, totalAt } from './points.ts';

/** One reading in words: what it shows, and the rest that either answer leaves unexplained. */
export function pointMessage(point: BarePoint, currencies: readonly CurrencyEvidence[]): string {
  return currencies
    .map(({ currency, balanceBefore, changeIfExecuted }) => {
      const balance = totalAt(point, currency);
      const change = decimalOf(balance).minus(decimalOf(balanceBefore));
      const ifExecuted = change.minus(decimalOf(changeIfExecuted));
      return `${balance} ${currency}: ${bothAnswers(currency, formatDecimal(ifExecuted), formatDecimal(change))}`;
    })
    .join('; ');
}

/** All of it in words: the expected change, the unexplained rest, and the answers that explain everything. */
export function evidenceMessage(
  currencies: readonly CurrencyEvidence[],
  times: {
    readonly claimedAt: Instant;
    readonly quarantineUntil: Instant;
    /** Null if no reading states each of the currencies. */
    readonly until: Instant | null;
  },
  notStated: NotStatedReading | null,
): string {
  const { claimedAt, quarantineUntil, until } = times;
  const absent = notStated === null ? '' : ` ${notStatedSentence(notStated)}`;
  if (until === null) {
    return `No balance has been read since ${claimedAt} that says anything of it.${absent}`;
  }
  const each = currencies.map((seen) => {
    const { currency, balanceBefore, balance, changeIfExecuted } = seen;
    const expected = `executing it changes ${signed(changeIfExecuted)} ${currency}`;
    const left = bothAnswers(currency, seen.unexplainedIfExecuted, seen.unexplainedIfNot);
    return `${currency} was ${balanceBefore} before the claim and is ${balance}; ${expected}. ${capitalised(left)}.${earlier(seen)}`;
  });
  const quarantine =
    until > quarantineUntil
      ? ''
      : ` Until ${quarantineUntil} the service may still execute it, so nothing read so far says "not executed".`;
  return `Balances read from ${claimedAt} to ${until}. ${each.join(' ')} ${fitting(currencies)}${quarantine}${absent}`;
}

/** A currency that is left out has not fallen, and has not stayed either. */
function notStatedSentence({ currencies, readAt }: NotStatedReading): string {
  return `The answer of ${readAt} does not state ${currencies.join(' and ')}: it says neither "executed" nor "not executed"; look the balance up at the service.`;
}

/** Whether each answer explains every reading, of every currency concerned. */
export function fittingAnswers(currencies: readonly CurrencyEvidence[]): {
  readonly executed: boolean;
  readonly notExecuted: boolean;
} {
  const fits = (executed: boolean) =>
    currencies.every(({ explanations }) => explanations.some((each) => each.executed === executed));
  return { executed: fits(true), notExecuted: fits(false) };
}

function fitting(currencies: readonly CurrencyEvidence[]): string {
  const { executed, notExecuted } = fittingAnswers(currencies);
  if (executed && notExecuted) return 'Both answers explain every reading.';
  if (executed) return 'Only "executed" explains every reading.';
  if (notExecuted) return 'Only "not executed" explains every reading.';
  return 'Neither answer explains every reading: something else moved the balance.';
}

function bothAnswers(currency: string, ifExecuted: string, ifNot: string): string {
  return `if executed, ${unexplained(currency, ifExecuted)}; if not, ${unexplained(currency, ifNot)}`;
}

function unexplained(currency: string, amount: string): string {
  if (amount === '0') return 'nothing is unexplained';
  return amount.startsWith('-')
    ? `${amount.slice(1)} ${currency} went out unexplained`
    : `${amount} ${currency} came in unexplained`;
}

function earlier({ earlierFlows, currency }: CurrencyEvidence): string {
  if (earlierFlows.length === 0) return ' No other flow of it is known.';
  const flows = earlierFlows.map(
    ({ instructionId, change, at }) =>
      `${signed(change)} ${currency} of ${instructionId}, recorded ${at}`,
  );
  return ` Known flows that the service may show late: ${flows.join(', ')}.`;
}

function signed(amount: string): string {
  return amount.startsWith('-') ? amount : `+${amount}`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
