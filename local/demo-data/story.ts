import type { Wanted } from '../../treasury/changes/drafts.ts';
import type {
  Confirmation,
  Content,
  Instruction,
  Origin,
} from '../../treasury/instructions/instruction.ts';
import type { Break } from '../../treasury/ledger/break.ts';
import { type Decimal, ROUNDING } from '../../treasury/money/decimal.ts';
import { decimalOf, formatDecimal } from '../../treasury/money/decimal-text.ts';
import type { Outcome } from '../../treasury/outcomes/outcome.ts';
import { type Instant, plusSeconds } from '../../treasury/time/instant.ts';
import { type Balances, statedIn } from '../../treasury/valuation/balance.ts';
import type { Prices } from '../../treasury/valuation/price.ts';
import { Agenda } from './agenda.ts';
import { networkOf, withdrawal } from './destinations.ts';
import { forecastMoments } from './forecast-moments.ts';
import { Holdings } from './holdings.ts';
import { isSweepingDay, madeUpPieces } from './made-up-rules.ts';
import type { MadeUpTreasury } from './made-up-treasury.ts';
import { demoComment, ID_PREFIX, MADE_UP_PEOPLE } from './marks.ts';
import { pastPrices } from './past-prices.ts';
import {
  claimed,
  claimedSweep,
  concluded,
  declined,
  type MadeUpRequest,
  sweepClaimedAt,
} from './requests.ts';
import { CALM_DAYS, type ScriptedEvent, scriptUntil } from './script.ts';

/** Any number: the same one always gives the same history. */
const SEED = 20_26;

/**
 * Snapshots, counted from the first, at which nothing, or no prices, could be read: the first from there on before which
 * nothing moved. A movement without a price would leave its month's statement without a value.
 */
const MISSED_TICK_FROM = 101;
const TICK_WITHOUT_PRICES_FROM = 165;

/** Seconds after a deposit in which half of the surplus leaves at every snapshot, until it is too little. */
const HALVED_SECONDS = 129_600;

/** How long people take, in seconds. */
const NAMED_AFTER = 2_400;
const CLOSED_AFTER = 4_200;
const DOUBTED_AFTER = 28_800;
const AGREED_AFTER = 32_400;

/** Made-up people switch their rules off so long before the end: the rolling limits of real ones begin without them. */
const RULES_END_SECONDS = CALM_DAYS * 86_400;

/** Seconds between what one snapshot leads to: one request is over before the next begins. */
const BETWEEN_CLAIMS = 10;

/** A trade of more, in its quote currency, was approved by a colleague: as the demo's policy has it in dollars. */
const APPROVED_ABOVE = 10_000;

/** Of the bid that a conversion was decided at. */
const FILLED_AT = '0.9995';

/** After the first snapshot: accounts and rules are proposed, and a colleague approves a while later. */
const PROPOSED_AFTER = 600;
const APPROVED_AFTER = 1_800;

export interface HistorySettings {
  readonly tenant: string;
  readonly reportingCurrency: string;
  /** Whose days are forecast. */
  readonly reportingTimeZone: string;
  /** The last made-up tick. */
  readonly last: Instant;
  /** The final holdings and quotes: the history ends there. */
  readonly balances: Balances;
  readonly prices: Prices;
}

/**
 * The story of made-up history, which ends with the given holdings: deposits, sweeps, trades, a request of unknown
 * outcome, and people's comments on them. Amounts and prices come from a seed; the domain's own code computes the rest.
 */
export class Story {
  readonly #settings: HistorySettings;
  readonly #treasury: MadeUpTreasury;
  readonly #agenda = new Agenda();
  readonly #prices: readonly Prices[];
  readonly #ticks: readonly Instant[];
  readonly #holdings: Holdings;
  readonly #script: readonly ScriptedEvent[];
  readonly #missedTick: number;
  readonly #tickWithoutPrices: number;
  /** Names of movements that wait for the snapshot that shows them, by currency. */
  readonly #names = new Map<string, NamedMovement>();
  #latestPrices: Prices;
  #requests = 0;

  constructor(settings: HistorySettings, treasury: MadeUpTreasury, ticks: readonly Instant[]) {
    this.#settings = settings;
    this.#treasury = treasury;
    this.#ticks = ticks;
    this.#prices = pastPrices(settings.prices, ticks.length, SEED);
    this.#latestPrices = this.#prices[0] ?? settings.prices;
    this.#script = scriptUntil(settings.last, SEED);
    this.#missedTick = this.#quietTickFrom(MISSED_TICK_FROM);
    this.#tickWithoutPrices = this.#quietTickFrom(TICK_WITHOUT_PRICES_FROM);
    const ends = this.#script.filter(({ kind }) => kind === 'last-inflow');
    this.#holdings = new Holdings(
      settings.balances,
      new Set(ends.flatMap((event) => ('currency' in event ? [event.currency] : []))),
    );
  }

  /** All of it; yields each moment before it comes. */
  async *moments(): AsyncGenerator<Instant> {
    const { last, reportingTimeZone } = this.#settings;
    const [from = last] = this.#ticks;
    const period = { from, until: last, comment: 'everything in between is made up' };
    await this.#treasury.tell('begin-demo-data', period);
    const names = Object.keys(this.#settings.prices).flatMap((name) => name.split('/'));
    await this.#treasury.arm([...new Set([...Object.keys(this.#settings.balances), ...names])]);
    this.#noteRules(from, last);
    for (const at of forecastMoments(last, reportingTimeZone)) {
      const keep = () => this.#treasury.keepForecast(reportingTimeZone, this.#holdings.balances());
      this.#agenda.note(at, keep);
    }
    for (const [index, tick] of this.#ticks.entries()) {
      this.#agenda.note(tick, () => this.#tick(index, tick));
    }
    for (const event of this.#script) this.#agenda.note(event.at, () => this.#happens(event));
    for await (const at of this.#agenda.moments()) {
      this.#treasury.set(at);
      yield at;
    }
    await this.#treasury.tell('end-demo-data', period);
  }

  async #tick(index: number, tick: Instant): Promise<void> {
    const isLast = index === this.#ticks.length - 1;
    this.#latestPrices = this.#prices[index] ?? this.#latestPrices;
    const { opened, proposed } = await this.#treasury.tick(tick, {
      // To the letter as the sandbox states it: its amounts may have other digits than ours.
      balances: isLast ? this.#settings.balances : this.#holdings.balances(),
      prices: this.#latestPrices,
      ...(index === this.#missedTick ? { failing: 'balances' } : {}),
      ...(index === this.#tickWithoutPrices ? { failing: 'prices' } : {}),
    });
    for (const each of opened) this.#nameLater(each, tick);
    for (const [place, each] of proposed.entries()) {
      const at = plusSeconds(sweepClaimedAt(each), place * BETWEEN_CLAIMS);
      this.#agenda.note(at, () =>
        each.content.kind === 'trade' ? this.#convert(each, at) : this.#sweep(each, at),
      );
    }
  }

  /** The first tick from one on before which nothing moves: what the tick before showed leads to no sweep either. */
  #quietTickFrom(first: number): number {
    return this.#ticks.findIndex((tick, index) => {
      const [twoBefore, before] = [this.#ticks[index - 2], this.#ticks[index - 1]];
      if (index < first || before === undefined || twoBefore === undefined) return false;
      if (isSweepingDay(before)) return false;
      // A rule that takes half of a surplus goes on for days after a deposit.
      const [calm] = [plusSeconds(tick, -HALVED_SECONDS)];
      const halves = (event: ScriptedEvent) => 'currency' in event && event.currency === 'ETH';
      return !this.#script.some(
        (event) => event.at < tick && (event.at > twoBefore || (event.at > calm && halves(event))),
      );
    });
  }

  /** Accounts and rules come into force, one is changed, and all are switched off and deleted before history ends. */
  #noteRules(from: Instant, last: Instant): void {
    const { changes } = this.#treasury;
    const pieces = madeUpPieces(this.#holdings);
    const propose = (at: Instant, wanted: Wanted, comment: string): void => {
      this.#agenda.note(at, async () => {
        const approve = await changes.ask(wanted, comment);
        if (approve !== null) this.#agenda.note(plusSeconds(at, APPROVED_AFTER), approve);
      });
    };
    for (const { accounts, rule } of pieces) {
      const at = plusSeconds(from, PROPOSED_AFTER);
      for (const account of accounts) {
        propose(
          at,
          { kind: 'account', after: account },
          'compared with the letter of the bank, by telephone',
        );
      }
      const then = plusSeconds(at, APPROVED_AFTER + PROPOSED_AFTER);
      propose(
        then,
        { kind: 'rule', after: rule },
        'as the treasury committee agreed, minutes of August',
      );
      const calm = plusSeconds(last, -RULES_END_SECONDS);
      const off = { kind: 'rule', after: { ...rule, enabled: false } } as const;
      if (rule.enabled) propose(calm, off, 'the demonstration ends');
      this.#agenda.note(last, () => changes.remove({ kind: 'rule', id: rule.id }));
      for (const { id } of accounts) {
        this.#agenda.note(last, () => changes.remove({ kind: 'account', id }));
      }
    }
  }

  #nameLater({ id, currency }: Break, tick: Instant): void {
    const named = this.#names.get(currency);
    this.#names.delete(currency);
    // The possible effect of a request is settled, not explained.
    if (named === undefined) return;
    const { name, comment, isLeftOpen = false } = named;
    if (isLeftOpen) {
      this.#agenda.note(this.#treasury.now(), () => this.#treasury.leave(id));
      return;
    }
    this.#agenda.note(plusSeconds(tick, NAMED_AFTER), () =>
      this.#treasury.explain(id, name, comment),
    );
    this.#agenda.note(plusSeconds(tick, CLOSED_AFTER), () => this.#treasury.close(id));
  }

  async #happens(event: ScriptedEvent): Promise<void> {
    switch (event.kind) {
      case 'movement':
        return this.#move(event, this.#holdings.part(event.currency, event.of));
      case 'last-inflow':
        return this.#come(event);
      case 'trade':
        return await this.#trade(event);
      case 'uncertain-withdrawal':
        return await this.#doubt(event);
      case 'declined-withdrawal':
        return await declined(this.#treasury.books, this.#settings.tenant, this.#askedFor(event));
      default:
        return event satisfies never;
    }
  }

  #move(named: NamedMovement & { readonly currency: string }, change: Decimal): void {
    const { currency } = named;
    if (change.isZero() || !this.#holdings.move(currency, change)) return;
    this.#names.set(currency, named);
  }

  /** The difference to the final holdings; without one, nothing happens. */
  #come({ at, currency }: ScriptedEvent & { readonly kind: 'last-inflow' }): void {
    const change = this.#holdings
      .availableAtEnd(currency)
      .minus(this.#holdings.available(currency));
    const isLeftOpen = !this.#script.some((each) => each.kind === 'last-inflow' && each.at > at);
    const named = change.isNegative()
      ? ({ name: 'transfer', comment: 'to the account at the house bank' } as const)
      : ({ name: 'deposit', comment: 'payments of customers, list of the week' } as const);
    this.#move({ currency, ...named, isLeftOpen }, change);
  }

  /** What a rule decided leaves, at its moment, by the answer of a service that was never asked. */
  async #sweep(instruction: Instruction, at: Instant): Promise<void> {
    const { id, content } = instruction;
    if (content.kind !== 'withdrawal') throw new Error(`${id} is no withdrawal`);
    const { currency, amount, withdrawalAccountId } = content;
    const { books } = this.#treasury;
    const sending = await claimedSweep(books, instruction, at, this.#totals());
    if (!this.#holdings.move(currency, decimalOf(amount).negated())) {
      throw new Error(`${id} takes more than is there`);
    }
    const network = networkOf(withdrawalAccountId);
    const made = { id: `${id}-w`, network, currency, amount, withdrawalAccountId };
    await concluded(
      books,
      sending,
      confirmed({ kind: 'withdrawal', withdrawals: [{ ...made, createdAt: plusSeconds(at, 1) }] }),
    );
  }

  /** What a rule converts is filled a little below the market: its slippage shows in the reports. */
  async #convert(instruction: Instruction, at: Instant): Promise<void> {
    const { id, content, conversion } = instruction;
    if (content.kind !== 'trade' || conversion === undefined) throw new Error(`${id} is no sale`);
    const [base = '', quote = ''] = content.instrument.split('/');
    // A tenth of a dollar and tenths of a coin: what comes in is whole cents.
    const price = decimalOf(conversion.bid).times(FILLED_AT).toDecimalPlaces(1, ROUNDING.down);
    const amount = decimalOf(content.amount);
    const proceeds = amount.times(price);
    const { books } = this.#treasury;
    const sending = await claimedSweep(books, instruction, at, this.#totals());
    if (!this.#moveBoth([base, amount.negated()], [quote, proceeds])) {
      throw new Error(`${id} takes more than is there`);
    }
    const fill = { price: formatDecimal(price), amount: content.amount };
    const executed = { base: content.amount, quote: formatDecimal(proceeds) };
    const trade = { id: `${id}-t`, state: 'filled', fills: [fill], executed };
    const answer = JSON.stringify({ madeUp: 'no service was asked', ...trade });
    await concluded(books, sending, confirmed({ kind: 'trade', trade, answer }));
  }

  async #trade({ at, instrument, side, of }: ScriptedEvent & { readonly kind: 'trade' }) {
    const [base = '', quote = ''] = instrument.split('/');
    const quoted = this.#latestPrices[instrument];
    if (quoted === undefined) return;
    // Whole prices and hundredths of a coin: what a bank is left with then is whole cents.
    const price = decimalOf(side === 'buy' ? quoted.ask : quoted.bid).toDecimalPlaces(
      0,
      ROUNDING.up,
    );
    if (price.isZero()) return;
    const amount = this.#holdings
      .part(quote, of)
      .dividedBy(price)
      .toDecimalPlaces(2, ROUNDING.down);
    const cost = amount.times(price);
    const [inBase, inQuote] = side === 'buy' ? [amount, cost.negated()] : [amount.negated(), cost];
    if (amount.isZero()) return;
    const asked = { price: formatDecimal(price), amount: formatDecimal(amount) };
    const content: Content = { kind: 'trade', instrument, side, ...asked };
    const isLarge = cost.greaterThan(APPROVED_ABOVE);
    const request = this.#request(at, this.#byHand(MADE_UP_PEOPLE.trader), content, isLarge);
    if (!this.#moveBoth([base, inBase], [quote, inQuote])) return;
    const { books } = this.#treasury;
    const sending = await claimed(books, this.#settings.tenant, request);
    const trade = { id: `${request.id}-t`, state: 'filled', fills: [asked] };
    const answer = JSON.stringify({ madeUp: 'no service was asked', ...trade });
    await concluded(books, sending, confirmed({ kind: 'trade', trade, answer }));
  }

  #moveBoth(one: readonly [string, Decimal], other: readonly [string, Decimal]): boolean {
    if (!this.#holdings.move(...one)) return false;
    if (this.#holdings.move(...other)) return true;
    this.#holdings.move(one[0], one[1].negated());
    return false;
  }

  /** It was executed; the answer was lost. Two people say so, on the evidence of the next snapshot. */
  async #doubt(event: ScriptedEvent & { readonly kind: 'uncertain-withdrawal' }): Promise<void> {
    const { at, currency } = event;
    const request = this.#askedFor(event);
    const { amount } = request.content;
    if (!this.#holdings.move(currency, decimalOf(amount).negated())) return;
    const { books } = this.#treasury;
    const sending = await claimed(books, this.#settings.tenant, request);
    const evidence = demoComment('no answer came');
    await concluded(books, sending, { state: 'unknown', cause: 'timeout', evidence });
    const { treasurer, approver } = MADE_UP_PEOPLE;
    this.#agenda.note(plusSeconds(at, DOUBTED_AFTER), () =>
      this.#treasury.say(request.id, treasurer, 'proposed'),
    );
    this.#agenda.note(plusSeconds(at, AGREED_AFTER), () =>
      this.#treasury.say(request.id, approver, 'settled'),
    );
  }

  #askedFor(event: {
    readonly at: Instant;
    readonly currency: string;
    readonly of: number;
  }): MadeUpRequest {
    const { at, currency, of } = event;
    const amount = this.#holdings.part(currency, of);
    const origin = this.#byHand(MADE_UP_PEOPLE.treasurer);
    return this.#request(at, origin, withdrawal(currency, amount), true);
  }

  #byHand(requestedBy: string): Origin {
    const idempotencyKey = `${ID_PREFIX}key-${this.#requests + 1}`;
    return { kind: 'request', idempotencyKey, fingerprint: idempotencyKey, requestedBy };
  }

  #request(at: Instant, origin: Origin, content: Content, withApproval: boolean): MadeUpRequest {
    this.#requests += 1;
    const id = `${ID_PREFIX}${content.kind}-${String(this.#requests).padStart(3, '0')}`;
    return { id, at, origin, content, withApproval, balancesBefore: this.#totals() };
  }

  #totals(): MadeUpRequest['balancesBefore'] {
    return Object.fromEntries(
      statedIn(this.#holdings.balances()).map(([currency, { total }]) => [currency, total]),
    );
  }
}

interface NamedMovement {
  readonly name: Parameters<MadeUpTreasury['explain']>[1];
  readonly comment: string;
  readonly isLeftOpen?: boolean;
}

function confirmed(confirmation: Confirmation): Outcome<Confirmation> {
  return { state: 'confirmed', confirmation, evidence: demoComment('200, as asked for') };
}
