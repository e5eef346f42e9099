import { createLedger, type StoreTable } from '../../adapters/store/ledger.ts';
import { tradeInstructionId } from '../../treasury/instructions/instruction-id.ts';
import { decimalOf, formatDecimal } from '../../treasury/money/decimal-text.ts';
import type { TradeRequest } from '../../treasury/outcomes/outcome.ts';
import type { Ledger } from '../../treasury/ports/ledger.ts';
import type { TradingService } from '../../treasury/ports/trading-service.ts';
import type { SendingPorts } from '../../treasury/sending/ports.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import { placeTrade } from '../../treasury/trades/place-trade.ts';
import { sendingSteps } from '../integration/protocol/sending-steps.ts';
import {
  CLIENT,
  startTreasury,
  type TreasuryUnderTest,
} from '../integration/protocol/treasury-under-test.ts';
import type { Engine } from '../integration/store/engine.ts';
import {
  openRawService,
  type RawServiceOptions,
} from '../integration/trading-service/raw-service.ts';
import type { SceneOptions } from './failure-point.ts';
import { forwarded, type WireBehaviour } from './wire/forwarded.ts';

/** Below a second, so that a service which never answers costs the table little. */
export const IMPATIENT = {
  headersTimeoutMs: 150,
  readTimeoutMs: 150,
  writeTimeoutMs: 250,
} as const;
/** A busy machine must not make a timeout of what is to come off. */
const PATIENT = { headersTimeoutMs: 5_000, readTimeoutMs: 5_000, writeTimeoutMs: 8_000 } as const;

const TRADE_KEY = 'the-trade-of-the-scene';

export type Scene = Awaited<ReturnType<typeof setScene>>;

type Around = Parameters<ReturnType<typeof sendingSteps>['ledgerWith']>[0];

/** One failure point's own world: a treasury, a service, and one instruction to be sent. */
export async function setScene(engine: Engine, options: SceneOptions = {}) {
  const treasury = await startTreasury(engine);
  const steps = sendingSteps(() => treasury);
  const subject = options.subject ?? 'withdrawal';
  const path = subject === 'trade' ? '/v1/trades' : '/v1/withdrawals';
  const closing: (() => Promise<void>)[] = [];
  let swallowed = 0;
  treasury.pass((options.proposedAfterSeconds ?? 1) - 1);
  const request = tradeAtMarket(treasury);
  let id = subject === 'trade' ? tradeInstructionId(CLIENT, TRADE_KEY) : await steps.proposedId();
  const ids = [id];
  let firstSeq = 0;
  let table: StoreTable = treasury.table;
  let ledger: Ledger = treasury.ledger;
  const patient = treasury.serviceWith({ limits: PATIENT });
  const standard = (): SendingPorts => ({ ...treasury.ports, ledger, service: patient });

  const received = () =>
    treasury.sandbox
      .journal(firstSeq)
      .filter((entry) => entry.method === 'POST' && entry.path === path);

  const deliver = async (ports: Partial<SendingPorts> = {}): Promise<void> => {
    if (subject === 'withdrawal') await steps.send(id, { ...standard(), ...ports });
    else {
      const wish = { client: CLIENT, requestedBy: 'tina', idempotencyKey: TRADE_KEY, request };
      await placeTrade({ ...standard(), ...ports }, wish);
    }
  };

  return {
    treasury,
    subject,
    path,
    currencies: subject === 'trade' ? (['BTC', 'USD'] as const) : (['BTC'] as const),
    ledgerForgot: options.ledgerForgot === true,
    request,
    id: () => id,
    ids: () => ids,
    ledger: () => ledger,
    ledgerWith: (around: Around): Ledger => steps.ledgerWith(around),
    patient,
    table: () => table,
    newTable: engine.table,
    /** From here on the treasury lives on another table. */
    moveTo: (other: StoreTable) => {
      table = other;
      ledger = createLedger(other);
    },
    /** One delivery of the instruction, in an invocation of its own. */
    deliver,
    /** A delivery in which the invocation ends without a result. */
    dies: async (ports: Partial<SendingPorts>): Promise<void> => {
      const lived = await deliver(ports).then(
        () => true,
        () => false,
      );
      if (lived) throw new Error('the invocation was to die, and lived');
    },
    /** Sends this instruction and has another one proposed, which is the scene's from then on. */
    nextInstruction: async (): Promise<void> => {
      await deliver();
      treasury.sandbox.deposit({ currency: 'BTC', amount: '4' });
      id = await steps.proposedId();
      ids.push(id);
      firstSeq = treasury.sandbox.journal().at(-1)?.seq ?? 0;
    },
    /** One round of the watchdog, with real deliveries. */
    watch: async (now?: () => Instant): Promise<void> => {
      const { delivered, findings } = await steps.watchOnce({ ledger, ...(now && { now }) });
      const failed = findings.find(({ kind }) => kind === 'failed');
      if (failed !== undefined) throw new Error(`the watchdog: ${JSON.stringify(failed)}`);
      for (const each of delivered) {
        if (each === id) await deliver();
      }
    },
    /** The service's own client for everything, another way for the POST alone. */
    postingVia: (service: TradingService): TradingService => ({
      ...patient,
      postWithdrawal: service.postWithdrawal,
      postTrade: service.postTrade,
    }),
    impatient: (): TradingService => treasury.serviceWith({ limits: IMPATIENT }),
    /** Bytes between the client and the sandbox: forwards what it is told to, and counts what not. */
    wire: async (behaviour: WireBehaviour, raw: RawServiceOptions = {}) => {
      const service = await openRawService((socket, text) => {
        swallowed += 1;
        behaviour(socket, async () => {
          swallowed -= 1;
          return await forwarded(treasury.sandbox.port, text);
        });
      }, raw);
      closing.push(service.stop);
      return service;
    },
    closesWith: (stop: () => Promise<void>) => closing.push(stop),
    /** The requests of this instruction that the service received. */
    received,
    /** Those, and the ones that arrived whole at a wire and went no further. */
    posts: () => received().length + swallowed,
    close: async (): Promise<void> => {
      await Promise.all(closing.map((stop) => stop()));
      await treasury.stop();
    },
  };
}

/** Sells a little below the bid, so that it is still the market's price at the next delivery. */
function tradeAtMarket({ sandbox }: TreasuryUnderTest): TradeRequest {
  const bid = decimalOf(sandbox.prices()['BTC/USD']?.bid ?? '');
  const price = formatDecimal(bid.times('0.98').toDecimalPlaces(0));
  return { instrument: 'BTC/USD', side: 'sell', price, amount: '0.1' };
}
