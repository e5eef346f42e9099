import { Decimal } from '../../treasury/money/decimal.ts';
import { formatDecimal } from '../../treasury/money/decimal-text.ts';
import type { ParsedFaultScript, ScriptEvent } from '../faults/fault-script.ts';
import { CURRENCIES, type SandboxCurrency } from '../market/currencies.ts';
import { randomBelow, STREAM } from '../market/seeded-random.ts';
import type { Sandbox } from '../sandbox.ts';

/** A random deposit is between 0.5 and 1.5 percent of what the currency started with. */
const DEPOSIT_PERMILLE_MIN = 5;
const DEPOSIT_PERMILLE_RANGE = 11;

export interface Activity {
  readonly everyMs: number;
  /** Whether a deposit of a currency is welcome at this moment. @default always */
  readonly accepts?: (currency: string) => Promise<boolean>;
}

type Depositing = Pick<Sandbox, 'books' | 'clock' | 'notice'> & {
  readonly timers: Pick<Sandbox['timers'], 'every'>;
};

/**
 * Deposits a random amount of a random currency every so often, as the seed has it; nothing of one that holds as much as it
 * may, so that what is held stays within bounds however long this goes on.
 */
export function startActivity(
  sandbox: Depositing,
  { everyMs, accepts = async () => true }: Activity,
): void {
  let drawn = sandbox.books.state.movements.length;
  sandbox.timers.every(everyMs, () => {
    const { seed } = sandbox.books.state;
    const currency = CURRENCIES[randomBelow(CURRENCIES.length, seed, STREAM.activity, 2 * drawn)];
    const draw = randomBelow(DEPOSIT_PERMILLE_RANGE, seed, STREAM.activity, 2 * drawn + 1);
    drawn += 1;
    if (currency === undefined) return;
    const isWelcome = accepts(currency.code).catch(() => false);
    void isWelcome.then((welcome) => {
      if (welcome) deposit(sandbox, currency, DEPOSIT_PERMILLE_MIN + draw);
    });
  });
}

/** Schedules what a script has to happen, counted from now. */
export function startScript(sandbox: Sandbox, script: ParsedFaultScript): void {
  for (const event of script.events) {
    sandbox.timers.after(event.atMs, () => happen(sandbox, event));
  }
}

function deposit(sandbox: Depositing, currency: SandboxCurrency, permille: number): void {
  const held = sandbox.books.available(currency.code);
  if (!held.lessThan(currency.depositsUpTo)) return;
  const amount = new Decimal(currency.initialAvailable)
    .times(permille)
    .div(1_000)
    .toDecimalPlaces(Math.min(currency.decimals, 8), Decimal.ROUND_DOWN);
  const request = { currency: currency.code, amount: formatDecimal(amount) };
  const outcome = sandbox.books.move('deposit', 'activity', request, sandbox.clock());
  if (outcome.ok) sandbox.notice(`deposit of ${request.amount} ${request.currency} arrived`);
}

function happen(sandbox: Sandbox, event: ScriptEvent): void {
  switch (event.kind) {
    case 'deposit':
    case 'debit': {
      const { kind, currency, amount } = event;
      const outcome = sandbox.books.move(kind, 'script', { currency, amount }, sandbox.clock());
      const said = outcome.ok ? 'done' : `not done, ${outcome.detail}`;
      sandbox.notice(`scripted ${kind} of ${amount} ${currency}: ${said}`);
      return;
    }
    case 'rotate':
      sandbox.tokens.rotate(event.token, event.keepPrevious);
      sandbox.notice('scripted rotation of the token: done');
      return;
    default:
      event satisfies never;
  }
}
