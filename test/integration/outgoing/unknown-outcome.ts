import type { ClaimRecord } from '../../../treasury/instructions/lane.ts';
import type { Decimal } from '../../../treasury/money/decimal.ts';
import { decimalOf, formatDecimal } from '../../../treasury/money/decimal-text.ts';
import { heldOf } from '../../../treasury/valuation/balance.ts';
import { sendingSteps } from '../protocol/sending-steps.ts';
import { RULE, TENANT } from '../protocol/treasury-under-test.ts';
import { settlingSteps } from '../settlement/settling-steps.ts';
import { hearClaims } from './claims-counted.ts';
import { type Outgoing, type Prepare, plainSweep } from './outgoing-kinds.ts';
import { startTreasuryInMemory, type TreasuryInMemory } from './treasury-in-memory.ts';

/** What really became of the request. */
interface Truth {
  readonly executed: boolean;
  /** Seconds after which the balances show it. */
  readonly bookedAfterSeconds: number;
}

export interface Statement {
  readonly by: string;
  readonly executed: boolean;
}

/** A statement, with the number of readings that there were by then. */
interface Stated extends Statement {
  readonly readings: number;
}

type Totals = Readonly<Record<string, string>>;

/** A request that no answer came to, with everything that was read and said since. */
export class UnknownOutcome {
  readonly treasury: TreasuryInMemory;
  readonly outgoing: Outgoing;
  readonly claims: ReturnType<typeof hearClaims>;
  /** Every statement with what came of it, and what had to. */
  readonly said: (Stated & { readonly code: string; readonly expected: string })[] = [];
  /** The statement that settled it; null so far. */
  agreed: Stated | null = null;
  #first: Stated | null = null;
  #agreedOn: Stated | null = null;
  readonly #readings: Totals[] = [];
  #isReadAfterQuarantine = false;

  private constructor(
    treasury: TreasuryInMemory,
    outgoing: Outgoing,
    claims: ReturnType<typeof hearClaims>,
  ) {
    this.treasury = treasury;
    this.outgoing = outgoing;
    this.claims = claims;
  }

  static async of(prepare: Prepare, { executed, bookedAfterSeconds }: Truth) {
    const treasury = await startTreasuryInMemory();
    const claims = hearClaims(treasury);
    const outgoing = await prepare(treasury);
    treasury.sandbox.setBooking({ delayMs: bookedAfterSeconds * 1_000 });
    const kind = executed ? 'execute-then-reset-before-headers' : 'reset-without-execution';
    treasury.sandbox.queueFault({ on: `POST ${outgoing.path}`, fault: { kind } });
    await outgoing.send();
    return new UnknownOutcome(treasury, outgoing, claims);
  }

  /** A sweep of 50 of the 100 BTC that are held. */
  static async ofHalf(truth: Truth) {
    return await UnknownOutcome.of(async (treasury) => {
      treasury.sandbox.deposit({ currency: 'BTC', amount: '96.75' });
      const rule = { ...RULE, threshold: '50', keep: '50', budgets: {}, version: 2 };
      await treasury.ledger.commit(TENANT, [{ kind: 'put-rule', rule }]);
      return await plainSweep(treasury);
    }, truth);
  }

  get currency(): string {
    return this.outgoing.currencies[0] ?? '';
  }

  async stop(): Promise<void> {
    await this.treasury.stop();
  }

  /** A reading, and the watchdog's round that weighs it. */
  async read(afterSeconds: number): Promise<void> {
    this.treasury.pass(afterSeconds);
    const { balances, takenAt } = await this.treasury.snapshot();
    this.#readings.push(this.#totalsOf(balances));
    this.#isReadAfterQuarantine ||= takenAt > this.#claim().quarantineUntil;
    await sendingSteps(() => this.treasury).watchOnce();
  }

  /** What others do with the same account. A debit of more than there is, is none. */
  move(way: 'deposit' | 'debit', currency: string, amount: string): void {
    this.treasury.sandbox[way]({ currency, amount });
  }

  /** A statement on the evidence as it stands; returns what came of it. */
  async say({ by, executed }: Statement): Promise<string> {
    // No two readings are of the same moment.
    this.treasury.pass(1);
    const amount = await this.#amount();
    const expected = this.#expected({ by, executed }, amount);
    const isRepeated = this.#isFirst({ by, executed }, amount);
    const said: Stated = { by, executed, readings: this.#readings.length };
    const { result, ...more } = await settlingSteps(() => this.treasury).say(
      this.outgoing.id,
      by,
      executed,
    );
    const code = 'refusal' in more ? more.refusal.code : result;
    this.said.push({ ...said, code, expected });
    if (code === 'proposed' && !isRepeated) this.#first = said;
    if (code === 'settled') {
      this.agreed = said;
      this.#agreedOn = this.#first;
    }
    return code;
  }

  /** Whether the readings between the two statements that settled it show any of the request. */
  shownBetween(): string {
    const [first, second] = [this.#agreedOn, this.agreed];
    if (first === null || second === null) return 'it was not settled';
    const since = this.#readings.slice(first.readings - 1, second.readings);
    const shown = since.some((totals, index) => {
      const before = since[index - 1];
      return before !== undefined && this.#movesOn(before, totals);
    });
    return shown ? 'a movement of the request' : 'nothing in the direction of the request';
  }

  /** The totals of its first currency, without repetitions. */
  totals(): readonly string[] {
    const all = this.#readings.map((totals) => totals[this.currency] ?? '');
    return all.filter((total, index) => total !== all[index - 1]);
  }

  /** The result of a statement, from what was read and said alone. */
  #expected({ by, executed }: Statement, amount: Decimal): string {
    if (!executed && this.treasury.now() < this.#claim().quarantineUntil) return 'in-quarantine';
    const last = this.#readings.at(-1);
    if (last === undefined) return 'no-evidence';
    if (!executed && !this.#isReadAfterQuarantine) return 'no-later-balance';
    const first = this.#first !== null && this.#holds(this.#first, amount) ? this.#first : null;
    if (first === null || first.by === by) return 'proposed';
    if (first.executed !== executed) return 'proposal-differs';
    const now = this.#totalsOf(this.treasury.sandbox.balances());
    return keyOf(now) === keyOf(last) ? 'settled' : 'reading-differs';
  }

  #isFirst({ by, executed }: Statement, amount: Decimal): boolean {
    const first = this.#first;
    return first?.by === by && first.executed === executed && this.#holds(first, amount);
  }

  /** Whether no reading since then shows the request; of "executed", nor that it came back; of a fill, no movement at all. */
  #holds({ executed, readings }: Stated, amount: Decimal): boolean {
    const since = this.#readings.slice(readings - 1);
    const steps = since.flatMap((after, index) => {
      const before = since[index - 1];
      return before === undefined ? [] : [{ before, after }];
    });
    if (steps.some(({ before, after }) => this.#movesOn(before, after))) return false;
    if (!executed) return true;
    const [first, last] = [since.at(0), since.at(-1)];
    if (first === undefined || last === undefined) return true;
    if (this.outgoing.currencies.length > 1) {
      return steps.every(({ before, after }) => keyOf(before) === keyOf(after));
    }
    const back = decimalOf(last[this.currency] ?? '0').minus(
      decimalOf(first[this.currency] ?? '0'),
    );
    return back.lessThan(amount);
  }

  async #amount(): Promise<Decimal> {
    const instruction = await this.treasury.ledger.readInstruction(TENANT, this.outgoing.id);
    if (instruction === null) throw new Error('it is not there');
    return decimalOf(instruction.content.amount);
  }

  /** What it pays falls, or what it buys rises: both requests here take bitcoin out, and the trade takes dollars in. */
  #movesOn(before: Totals, after: Totals): boolean {
    const [paid = '', bought] = this.outgoing.currencies;
    const change = (currency: string) =>
      decimalOf(after[currency] ?? '0').minus(decimalOf(before[currency] ?? '0'));
    return change(paid).isNegative() || (bought !== undefined && change(bought).greaterThan(0));
  }

  #totalsOf(balances: Parameters<typeof heldOf>[0]): Totals {
    return Object.fromEntries(
      this.outgoing.currencies.map((currency) => {
        const held = heldOf(balances, currency);
        if (!held.known) throw new Error(`${currency} is not stated`);
        return [currency, formatDecimal(decimalOf(held.balance.total))];
      }),
    );
  }

  #claim(): ClaimRecord {
    return this.claims.claimOf(this.outgoing.id);
  }
}

function keyOf(totals: Totals): string {
  return Object.entries(totals).sort().join(' ');
}
