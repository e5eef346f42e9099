import { Decimal } from '../../treasury/money/decimal.ts';
import { formatDecimal } from '../../treasury/money/decimal-text.ts';
import type { ParsedFaultScript, ScriptEvent } from '../faults/fault-script.ts';
import { CURRENCIES, type SandboxCurrency } from '../market/currencies.ts';
import { randomBelow, STREAM } from '../market/seeded-random.ts';
import type { Sandbox } from '../sandbox.ts';

/** A random deposit is between 1 and 5 percent of what the currency started with. */
const DEPOSIT_PERMILLE_MIN = 10;
const DEPOSIT_PERMILLE_RANGE = 41;

/** Deposits a random amount of a random currency every so often, as the seed has it. */
export function startActivity(sandbox: Sandbox, everyMs: number): void {
  let drawn = sandbox.books.state.movements.length;
  sandbox.timers.every(everyMs, () => {
    const { seed } = sandbox.books.state;
    const currency = CURRENCIES[randomBelow(CURRENCIES.length, seed, STREAM.activity, 2 * drawn)];
    const draw = randomBelow(DEPOSIT_PERMILLE_RANGE, seed, STREAM.activity, 2 * drawn + 1);
    drawn += 1;
    if (currency === undefined) return;
    deposit(sandbox, currency, DEPOSIT_PERMILLE_MIN + draw);
  });
}

/** Schedules what a script has to happen, counted from now. */
export function startScript(sandbox: Sandbox, script: ParsedFaultScript): void {
  for (const event of script.events) {
    sandbox.timers.after(event.atMs, () => happen(sandbox, event));
  }
}

function deposit(sandbox: Sandbox, currency: SandboxCurrency, permille: number): void {
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
