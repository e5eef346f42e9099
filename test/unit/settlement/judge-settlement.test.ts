import { describe, expect, it } from 'vitest';
import type { Booking } from '../../../treasury/booking/booking.ts';
import { type BlockedLane, weigh } from '../../../treasury/evidence/weigh.ts';
import { showHistory } from '../../../treasury/facts/sentences/say/show-instruction.ts';
import { advance } from '../../../treasury/instructions/advance.ts';
import type { Evidence } from '../../../treasury/instructions/evidence.ts';
import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import {
  judgeSettlement,
  type SettlementView,
} from '../../../treasury/settlement/judge-settlement.ts';
import {
  automaticVerdict,
  REPLICAS_AGREE_SECONDS,
  type VerdictBounds,
} from '../../../treasury/settlement/settle-by-evidence.ts';
import {
  SETTLEMENT_PROPOSAL_HOURS,
  type SettlementCommand,
} from '../../../treasury/settlement/settlement-command.ts';
import { seenIn } from '../../../treasury/settlement/stands.ts';
import { plusSeconds } from '../../../treasury/time/instant.ts';
import type { Balances } from '../../../treasury/valuation/balance.ts';
import { away } from '../../samples/absent.ts';
import { CLAIM, PROPOSED } from '../../samples/instructions.ts';
import { BLOCKED, read, type Seen, UNKNOWN } from '../evidence/samples.ts';

const LATER = '2026-01-05T09:10:00.000Z';
const QUARANTINE = CLAIM.quarantineUntil;

function evidenceOf(...seen: readonly Seen[]): Evidence {
  const evidence = weigh(UNKNOWN, [BLOCKED], read(...seen));
  if (evidence === null) throw new Error('nothing was weighed');
  return evidence;
}

const FALLEN = evidenceOf(['09:06:00', '2']);
const WEIGHED = advance(UNKNOWN, { kind: 'weigh', evidence: FALLEN });

const COMMAND: SettlementCommand = {
  tenant: 'main',
  instructionId: UNKNOWN.id,
  by: 'ada',
  executed: true,
  comment: 'seen on the statement of the service',
  evidence: FALLEN.digest,
  requestId: 'request-1',
};

const VIEW: SettlementView = {
  at: LATER,
  instruction: WEIGHED,
  lanes: [BLOCKED],
  controls: null,
  idIsKnown: false,
};

/** After one person's word. */
function said(command: Partial<SettlementCommand>, at = LATER): Instruction {
  const { by, executed, comment, evidence, withdrawalId } = { ...COMMAND, ...command };
  const id = withdrawalId === undefined ? {} : { withdrawalId };
  const proposal = { by, at, executed, comment, evidence, ...id, seen: seenIn(FALLEN) };
  return advance(WEIGHED, { kind: 'propose-settlement', proposal });
}

function refusalOf(command: Partial<SettlementCommand>, view: Partial<SettlementView> = {}) {
  const judged = judgeSettlement({ ...COMMAND, ...command }, { ...VIEW, ...view });
  return judged.judgement === 'refuse' ? judged.refusal.code : judged.judgement;
}

describe("a person's word on what became of a request", () => {
  it('is a proposal when it is the first', () => {
    expect(judgeSettlement(COMMAND, VIEW)).toEqual({ judgement: 'propose', instruction: WEIGHED });
  });

  it('stays a proposal when the same person repeats it, whatever the comment', () => {
    const instruction = said({});
    expect(refusalOf({ comment: 'again' }, { instruction })).toBe('propose');
    expect(refusalOf({ executed: false }, { instruction })).toBe('propose');
  });

  it('settles it when another person said the same before', () => {
    const instruction = said({ by: 'bob' });
    expect(judgeSettlement(COMMAND, { ...VIEW, instruction })).toEqual({
      judgement: 'settle',
      instruction,
      first: instruction.settlement,
      blocked: [BLOCKED],
    });
  });

  it('is refused when another person said otherwise', () => {
    expect(refusalOf({}, { instruction: said({ by: 'bob', executed: false }) })).toBe(
      'proposal-differs',
    );
    const instruction = said({ by: 'bob', withdrawalId: 'w-1' });
    expect(refusalOf({}, { instruction })).toBe('proposal-differs');
    expect(refusalOf({ withdrawalId: 'w-2' }, { instruction })).toBe('proposal-differs');
    expect(refusalOf({ withdrawalId: 'w-1' }, { instruction })).toBe('settle');
  });

  it('is a proposal again when what the other person said rests on other movements', () => {
    const instruction = said({ by: 'bob' });
    const { settlement } = instruction;
    if (settlement === undefined) throw new Error('nothing was said');
    const seen = { ...settlement.seen, moves: 'other movements!' };
    const other = { ...instruction, settlement: { ...settlement, seen } };
    expect(refusalOf({}, { instruction })).toBe('settle');
    expect(refusalOf({}, { instruction: other })).toBe('propose');
  });

  it('is a proposal again when the other person spoke too long ago', () => {
    const seconds = SETTLEMENT_PROPOSAL_HOURS * 3_600;
    const instruction = said({ by: 'bob' }, LATER);
    expect(refusalOf({}, { instruction, at: plusSeconds(LATER, seconds - 1) })).toBe('settle');
    expect(refusalOf({}, { instruction, at: plusSeconds(LATER, seconds) })).toBe('propose');
  });

  it('is refused where the evidence is not what the person saw, and says what it is now', () => {
    const judged = judgeSettlement({ ...COMMAND, evidence: 'what-was-seen-00' }, VIEW);
    expect(judged).toEqual({
      judgement: 'refuse',
      refusal: {
        code: 'evidence-changed',
        evidence: FALLEN.digest,
        message: expect.stringContaining('Only "executed" explains every reading'),
      },
    });
  });

  it('is refused before there is any evidence', () => {
    expect(refusalOf({}, { instruction: UNKNOWN })).toBe('no-evidence');
  });

  it('is not taken for "not executed" before the quarantine is over, to the millisecond', () => {
    const command = { executed: false };
    const before = plusSeconds(QUARANTINE, -0.001);
    expect(refusalOf(command, { at: before })).toBe('in-quarantine');
    expect(refusalOf(command, { at: QUARANTINE })).toBe('propose');
    expect(refusalOf({}, { at: before })).toBe('propose');
  });

  it('is not taken for "not executed" on balances from within the quarantine', () => {
    const early = evidenceOf(['09:04:00', '3.25']);
    const instruction = advance(UNKNOWN, { kind: 'weigh', evidence: early });
    const command = { executed: false, evidence: early.digest };
    expect(refusalOf(command, { instruction })).toBe('no-later-balance');
    expect(refusalOf({ ...command, executed: true }, { instruction })).toBe('propose');
  });

  it('may be "not executed" where no reading states the currency, once one has been read after the quarantine', () => {
    const since = (time: string, balances: Balances = {}) => {
      const takenAt = `2026-01-05T${time}.000Z`;
      const evidence = weigh(UNKNOWN, [BLOCKED], [{ takenAt, balances }]);
      if (evidence === null) throw new Error('nothing was weighed');
      const instruction = advance(UNKNOWN, { kind: 'weigh', evidence });
      return { instruction, evidence: evidence.digest };
    };
    const early = since('09:04:00');
    expect(refusalOf({ executed: false, evidence: early.evidence }, early)).toBe(
      'no-later-balance',
    );
    for (const balances of [{}, { BTC: away('3.25') }]) {
      const { instruction, evidence } = since('09:06:00', balances);
      for (const executed of [false, true]) {
        expect(refusalOf({ executed, evidence }, { instruction })).toBe('propose');
        const { comment } = COMMAND;
        const seen = seenIn(instruction.evidence ?? FALLEN);
        const proposal = { by: 'bob', at: LATER, executed, comment, evidence, seen };
        const said = advance(instruction, { kind: 'propose-settlement', proposal });
        expect(refusalOf({ executed, evidence }, { instruction: said })).toBe('settle');
      }
      expect(refusalOf({ executed: false, evidence: early.evidence }, { instruction })).toBe(
        'evidence-changed',
      );
    }
  });

  it('is refused where nothing is in doubt', () => {
    expect(refusalOf({}, { instruction: null })).toBe('not-found');
    expect(refusalOf({}, { instruction: PROPOSED })).toBe('nothing-to-settle');
    expect(refusalOf({}, { lanes: [{ ...BLOCKED, status: { state: 'idle' } }] })).toBe('lane-free');
    expect(refusalOf({}, { lanes: [] })).toBe('lane-free');
  });

  it('may name the withdrawal only where one was executed, and one that no other instruction has', () => {
    expect(refusalOf({ withdrawalId: 'w-1' })).toBe('propose');
    expect(refusalOf({ withdrawalId: 'w-1', executed: false })).toBe('withdrawal-id-mismatch');
    expect(refusalOf({ withdrawalId: 'w-1' }, { idIsKnown: true })).toBe('withdrawal-known');
    const content = {
      kind: 'trade',
      instrument: 'BTC/USD',
      side: 'buy',
      price: '1',
      amount: '1',
    } as const;
    const usd: BlockedLane = { ...BLOCKED, currency: 'USD' };
    const view = { instruction: { ...WEIGHED, content }, lanes: [BLOCKED, usd] };
    expect(refusalOf({ withdrawalId: 'w-1' }, view)).toBe('withdrawal-id-mismatch');
    const fill = { base: '1', quote: '1' };
    expect(refusalOf({ fill }, view)).toBe('propose');
    expect(refusalOf({ fill }, { ...view, lanes: [BLOCKED] })).toBe('lane-free');
  });

  describe('on a trade', () => {
    const content = {
      kind: 'trade',
      instrument: 'BTC/USD',
      side: 'buy',
      price: '60000',
      amount: '0.5',
    } as const;
    const usd: BlockedLane = { ...BLOCKED, currency: 'USD' };
    const lanes = [BLOCKED, usd];
    const view = { instruction: { ...WEIGHED, content }, lanes };
    const whole = { base: '0.5', quote: '30000' };
    const part = { base: '0.2', quote: '12000' };

    it('states base and quote of what was executed, and of nothing else', () => {
      expect(refusalOf({}, view)).toBe('fill-missing');
      expect(refusalOf({ fill: whole }, view)).toBe('propose');
      expect(refusalOf({ fill: whole, executed: false }, view)).toBe('fill-mismatch');
      expect(refusalOf({ fill: whole })).toBe('fill-mismatch');
      expect(refusalOf({ executed: false }, view)).toBe('propose');
    });

    it.each([
      ['more than was asked for', 'buy', '0.50000001', '30000', false],
      ['the amounts the wrong way round', 'buy', '30000', '0.5', false],
      ['a misplaced decimal point', 'buy', '0.5', '3000', false],
      ['a purchase above its limit by a fee', 'buy', '0.5', '31500', true],
      ['a purchase above its limit by more', 'buy', '0.5', '31500.01', false],
      ['a purchase at half its limit', 'buy', '0.5', '15000', true],
      ['a purchase below that', 'buy', '0.5', '14999.99', false],
      ['a sale below its limit by a fee', 'sell', '0.5', '28500', true],
      ['a sale below its limit by more', 'sell', '0.5', '28499.99', false],
      ['a sale at twice its limit', 'sell', '0.5', '60000', true],
      ['a sale above that', 'sell', '0.5', '60000.01', false],
    ] as const)('is held against what was asked for: %s', (_name, side, base, quote, fits) => {
      const instruction = { ...WEIGHED, content: { ...content, side } };
      const said = refusalOf({ fill: { base, quote } }, { instruction, lanes });
      expect(said).toBe(fits ? 'propose' : 'fill-mismatch');
    });

    it('says of a part that the rest was not executed, which takes the quarantine', () => {
      const early = { ...view, at: '2026-01-05T09:04:59.000Z' };
      expect(refusalOf({ fill: part }, early)).toBe('in-quarantine');
      expect(refusalOf({ fill: whole }, early)).toBe('propose');
      expect(refusalOf({ fill: part }, view)).toBe('propose');
    });

    it('is the word of both, to the last digit and however it is written', () => {
      const { digest: evidence } = FALLEN;
      const { comment } = COMMAND;
      const seen = seenIn(view.instruction.evidence ?? FALLEN);
      const word = { by: 'bob', at: LATER, executed: true, fill: part };
      const proposal = { ...word, comment, evidence, seen };
      const instruction = advance(view.instruction, { kind: 'propose-settlement', proposal });
      const after = { instruction, lanes };
      expect(refusalOf({ fill: { base: '0.20', quote: '12000.0' } }, after)).toBe('settle');
      expect(refusalOf({ fill: { base: '0.2', quote: '12000.01' } }, after)).toBe(
        'proposal-differs',
      );
      expect(refusalOf({ fill: whole }, after)).toBe('proposal-differs');
      expect(showHistory(instruction.history).at(-1)?.message).toContain(
        'it was executed, 0.2 for 12000:',
      );
    });
  });

  it('is answered as settled to either of the two who settled it so, and to no other person', () => {
    const by = ['ada', 'bob'] as const;
    const settled = (executed: boolean) =>
      advance(WEIGHED, { kind: 'settle', at: LATER, by, executed, comment: 'both' });
    const view = (executed: boolean) => ({ instruction: settled(executed), lanes: [] });
    expect(refusalOf({}, view(true))).toBe('settled-before');
    expect(refusalOf({ by: 'bob' }, view(true))).toBe('settled-before');
    expect(refusalOf({ executed: false }, view(false))).toBe('settled-before');
    expect(refusalOf({ by: 'cy' }, view(true))).toBe('nothing-to-settle');
    expect(refusalOf({ executed: false }, view(true))).toBe('nothing-to-settle');
    expect(refusalOf({}, view(false))).toBe('nothing-to-settle');
  });
});

describe('an instruction with the word of one person', () => {
  it('keeps what was said in its history, and loses it with the state it was said about', () => {
    const proposed = said({ by: 'bob', withdrawalId: 'w-1' });
    expect(showHistory(proposed.history).at(-1)).toEqual({
      at: LATER,
      state: 'unknown',
      message:
        'bob says it was executed as w-1: seen on the statement of the service; a second person has to agree',
      by: ['bob'],
    });
    const back = advance(proposed, { kind: 'withdraw-settlement', at: LATER, by: 'bob' });
    expect(back.settlement).toBeUndefined();
    expect(showHistory(back.history).at(-1)?.message).toBe(
      'bob took back what was said to settle it',
    );
    expect(back.version).toBe(proposed.version + 1);
    const at = LATER;
    const settled = advance(proposed, {
      kind: 'settle',
      at,
      by: ['bob', 'ada'],
      executed: false,
      comment: 'w',
    });
    expect(settled.settlement).toBeUndefined();
    expect(settled.evidence).toBe(proposed.evidence);
  });
});

describe('the automatic setting', () => {
  const claim = { ...BLOCKED.status.claim, outgoing: '1.25' };
  const held = (more: Partial<Booking> = {}) => {
    const reading = { at: LATER, total: '0' };
    const booking: Booking = { reading, entries: [], credits: [], doubts: [], ...more };
    return [{ currency: 'BTC', status: { ...BLOCKED.status, claim }, booking }];
  };
  const verdict = (
    evidence: Evidence,
    at = LATER,
    more: Partial<VerdictBounds> & { readonly booking?: Partial<Booking> } = {},
  ) => {
    const { booking, ...others } = more;
    const bounds: VerdictBounds = {
      quarantineUntil: QUARANTINE,
      bookedBy: QUARANTINE,
      armedHere: true,
      kind: 'withdrawal',
      ...others,
    };
    return automaticVerdict(evidence, bounds, held(booking), at);
  };
  const STAYED = evidenceOf(['09:03:00', '3.25'], ['09:06:00', '3.25']);
  // Read long enough after the claim for replicas to agree.
  const FALLEN = evidenceOf(['09:06:00', '2'], ['09:30:00', '2']);

  it('ends a trade only as filled in full, in both its currencies', () => {
    const [currency] = FALLEN.currencies;
    if (currency === undefined) throw new Error('nothing was weighed');
    const inBoth = { ...FALLEN, currencies: [currency, { ...currency, currency: 'USD' }] };
    expect(verdict(inBoth, LATER, { kind: 'trade' })).toEqual({ kind: 'settles', executed: true });
    expect(verdict(FALLEN, LATER, { kind: 'trade' }).kind).toBe('people');
    const explanations = [{ executed: false, shownLate: [] }];
    const stayed = inBoth.currencies.map((each) => ({ ...each, explanations }));
    expect(verdict({ ...inBoth, currencies: stayed }, LATER, { kind: 'trade' })).toMatchObject({
      kind: 'people',
      message: expect.stringContaining('filled in full, in both its currencies'),
    });
  });

  it('settles where exactly one explanation fits every reading', () => {
    expect(verdict(FALLEN)).toEqual({ kind: 'settles', executed: true });
    expect(verdict(STAYED)).toEqual({ kind: 'settles', executed: false });
  });

  it('does not call it "not executed" before the booking bound is over and a balance was read after it', () => {
    const bookedBy = STAYED.weighedUntil;
    expect(verdict(STAYED, bookedBy, { bookedBy }).kind).toBe('settles');
    const later = plusSeconds(bookedBy, 0.001);
    const waits = { kind: 'people', message: `the service may book it until ${later}` };
    expect(verdict(STAYED, bookedBy, { bookedBy: later })).toEqual(waits);
    expect(verdict(STAYED, plusSeconds(bookedBy, 60), { bookedBy: later })).toEqual(waits);
    // What fell needs no bound.
    expect(verdict(FALLEN, LATER, { bookedBy: plusSeconds(LATER, 86_400) }).kind).toBe('settles');
  });

  it('does not take an earlier booking that shows late for this request', () => {
    const entries = [{ instructionId: 'own', amount: '1.25', at: QUARANTINE }];
    expect(verdict(FALLEN, LATER, { booking: { entries } }).kind).toBe('people');
    expect(verdict(STAYED, LATER, { booking: { entries } }).kind).toBe('settles');
  });

  it('does not take the other replica of a service for this request', () => {
    const until = plusSeconds(LATER, 86_400);
    const credit = (fall: string, at: string) => ({ at, fall, amount: fall, until });
    const before = plusSeconds(claim.claimedAt, -1_200);
    const of = (booking: Partial<Booking>) => verdict(FALLEN, LATER, { booking }).kind;
    // A replica lacked it, and a deposit came in at the same time: neither is the rise of that amount.
    expect(of({ credits: [credit('1.25', before)] })).toBe('people');
    expect(of({ credits: [credit('1', before), credit('0.25', before)] })).toBe('people');
    expect(of({ doubts: [{ kind: 'contradicted', amount: '7', until }] })).toBe('people');
    expect(of({ doubts: [{ kind: 'rise', amount: '0.01', until }] })).toBe('people');
    // Its own fall, another amount, and what may have been a fee, contradict nothing.
    expect(of({ credits: [credit('1.25', LATER), credit('2', before)] })).toBe('settles');
    expect(of({ doubts: [{ kind: 'fee', amount: '0.01', until }] })).toBe('settles');
  });

  it('does not take for this request what another party took the place of before', () => {
    const until = plusSeconds(LATER, 86_400);
    const before = plusSeconds(claim.claimedAt, -1_200);
    const credit = { at: before, amount: '0.25', until };
    const of = (fall: string, at = before) =>
      verdict(FALLEN, LATER, { booking: { credits: [{ ...credit, fall, at }] } }).kind;
    expect(of('7')).toBe('people');
    expect(of('0.25')).toBe('settles');
    expect(of('0.250')).toBe('settles');
    // After the claim, the balance would not fit.
    expect(of('7', LATER)).toBe('settles');
  });

  it('does not take a replica that still shows what was before the claim for this request', () => {
    const agree = plusSeconds(claim.claimedAt, REPLICAS_AGREE_SECONDS);
    const shown = { ...FALLEN, weighedUntil: agree };
    expect(verdict(shown)).toEqual({ kind: 'settles', executed: true });
    // An inflow right before the claim that a replica lacks is a fall of its amount, in a sale in both currencies.
    expect(verdict({ ...FALLEN, weighedUntil: plusSeconds(agree, -0.001) })).toEqual({
      kind: 'people',
      message: `replicas of the service may show what was before the claim until ${agree}`,
    });
    expect(verdict(evidenceOf(['09:06:00', '2'], ['09:30:00', '3.25'])).kind).toBe('people');
  });

  it('leaves it to people where none fits, or more than one', () => {
    expect(verdict(evidenceOf(['09:03:00', '2'], ['09:06:00', '3.25'])).kind).toBe('people');
    const [currency] = FALLEN.currencies;
    if (currency === undefined) throw new Error('nothing was weighed');
    const two = [{ executed: true, shownLate: [] }, ...[{ executed: false, shownLate: ['x'] }]];
    const both = { ...FALLEN, currencies: [{ ...currency, explanations: two }] };
    expect(verdict(both).kind).toBe('people');
    const other = { ...currency, explanations: [{ executed: false, shownLate: [] }] };
    expect(verdict({ ...FALLEN, currencies: [currency, other] }).kind).toBe('people');
    expect(verdict({ ...FALLEN, currencies: [currency, currency] }).kind).toBe('settles');
  });

  it('leaves it to people before the quarantine is over and where readings were dropped', () => {
    expect(verdict(FALLEN, plusSeconds(QUARANTINE, -0.001)).kind).toBe('people');
    expect(verdict(FALLEN, QUARANTINE).kind).toBe('settles');
    expect(verdict(evidenceOf(['09:04:00', '2'])).kind).toBe('people');
    expect(verdict({ ...FALLEN, omitted: 1 }).kind).toBe('people');
  });

  it('leaves it to people in a restored ledger, which has forgotten what happened since', () => {
    expect(verdict(FALLEN, LATER, { armedHere: false })).toEqual({
      kind: 'people',
      message: expect.stringMatching(/^BTC was armed in another ledger .* by people$/),
    });
  });
});
