import type { LedgerWrite } from '../../../treasury/ledger/ledger.ts';
import type { DecidingPorts } from '../../../treasury/sending/ports.ts';
import type { ReadingPorts } from '../../../treasury/snapshots/trusted-readings.ts';
import type { TreasuryInMemory } from './treasury-in-memory.ts';

/** What happens elsewhere right after a line, once; the line is named by how it begins, or by a part of it. */
export interface Meanwhile {
  readonly after: string;
  readonly what: string;
  readonly does: () => unknown;
}

interface Call {
  readonly name: string;
  readonly perform: () => Promise<unknown>;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

type Deciding = DecidingPorts &
  TreasuryInMemory['ports'] & { readonly reader: ReadingPorts['reader'] };

/**
 * Records every call that leaves the process, a line for each set of calls that wait for an answer at the same time: what is
 * asked for at once stands in one line, what waits for another's answer in a later one. All calls of a line are answered
 * together, so the lines are the same at every run. Two awaits that change places are other lines.
 */
export class RecordedCalls {
  readonly lines: string[] = [];
  readonly ports: Deciding & { readonly pause: (ms: number) => Promise<void> };
  readonly #meanwhile: Meanwhile[];
  #waiting: Call[] = [];
  #isAnswering = false;

  constructor(ports: TreasuryInMemory['ports'], meanwhile: readonly Meanwhile[] = []) {
    this.#meanwhile = [...meanwhile];
    const { ledger, service, snapshots, seals, reader } = ports;
    const read =
      <A extends readonly unknown[], R>(name: string, of: (...args: A) => Promise<R>) =>
      (...args: A): Promise<R> =>
        this.#call(name, () => of(...args));
    this.ports = {
      ...ports,
      ledger: {
        epoch: read('read epoch', ledger.epoch),
        readPolicy: read('read policy', ledger.readPolicy),
        readHalt: read('read halt', ledger.readHalt),
        readHaltMarks: read('read halt marks', ledger.readHaltMarks),
        readLanes: read('read lanes', ledger.readLanes),
        readDecisionRun: read('read decision run', ledger.readDecisionRun),
        readInstruction: read('read instruction', ledger.readInstruction),
        readCounts: (tenant, name) =>
          this.#call(`read ${name}`, () => ledger.readCounts(tenant, name)),
        readAuditHead: read('read audit head', ledger.readAuditHead),
        knownWithdrawals: read('read known withdrawals', ledger.knownWithdrawals),
        knownTrades: read('read known trades', ledger.knownTrades),
        halt: read('halt everything', ledger.halt),
        commit: (tenant, changes) =>
          this.#call(`write ${describeWrites(changes)}`, () => ledger.commit(tenant, changes)),
      },
      service: {
        readBalances: (patience) =>
          this.#call(`service balances${patience === undefined ? '' : `, ${patience}`}`, () =>
            service.readBalances(patience),
          ),
        readPrices: read('service prices', service.readPrices),
        sendWithdrawal: read('service WITHDRAWAL', service.sendWithdrawal),
        sendTrade: read('service TRADE', service.sendTrade),
      },
      snapshots: {
        ...snapshots,
        latest: read('read latest snapshot', snapshots.latest),
        takenSince: read('read readings', snapshots.takenSince),
      },
      seals: {
        seal: read('key seals', seals.seal),
        verify: read('key verifies', seals.verify),
      },
      reader: {
        verify: read('key verifies a reading', reader.verify),
        ask: read('take-snapshot reads', reader.ask),
      },
      pause: (ms) => this.#call(`wait ${ms} ms`, async () => {}),
    };
  }

  #call<T>(name: string, perform: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ name, perform, resolve, reject });
      this.#answerSoon();
    });
  }

  /** Once whatever follows from the answers before has asked for all that it wants at once. */
  #answerSoon(): void {
    if (this.#isAnswering || this.#waiting.length === 0) return;
    this.#isAnswering = true;
    setImmediate(() => void this.#answer());
  }

  async #answer(): Promise<void> {
    const calls = this.#waiting;
    this.#waiting = [];
    const answers = await Promise.allSettled(calls.map(({ perform }) => perform()));
    const said = calls.map(({ name }, index) => `${name}${failureIn(answers[index])}`);
    const line = lineOf(said);
    this.lines.push(line);
    const next = this.#meanwhile.findIndex(({ after }) => line.includes(after));
    const [now] = next === -1 ? [] : this.#meanwhile.splice(next, 1);
    if (now !== undefined) {
      this.lines.push(`-- ${now.what}`);
      await now.does();
    }
    calls.forEach(({ resolve, reject }, index) => {
      const answer = answers[index];
      if (answer?.status === 'fulfilled') resolve(answer.value as never);
      else reject(answer?.reason);
    });
    this.#isAnswering = false;
    this.#answerSoon();
  }
}

function failureIn(answer: PromiseSettledResult<unknown> | undefined): string {
  if (answer?.status !== 'fulfilled') return ': fails';
  const { value } = answer;
  if (typeof value !== 'object' || value === null || !('conflicts' in value)) return '';
  return `: conflicts in ${(value.conflicts as readonly string[]).join(', ')}`;
}

/** Within a line the order says nothing, so it is always the same. */
function lineOf(calls: readonly string[]): string {
  const reads = calls.filter((call) => call.startsWith('read ')).map((call) => call.slice(5));
  const others = calls.filter((call) => !call.startsWith('read '));
  const each = [...new Set(others)].map((call) => {
    const times = others.filter((other) => other === call).length;
    return times === 1 ? call : `${call} (${times})`;
  });
  return [...(reads.length > 0 ? [`read ${reads.sort().join(', ')}`] : []), ...each.sort()].join(
    ' & ',
  );
}

function describeWrites(changes: readonly LedgerWrite[]): string {
  const asserted = changes.flatMap(({ kind }) => /^assert-(\w+)-/.exec(kind)?.[1] ?? []);
  const written = changes.flatMap((change) =>
    change.kind.startsWith('assert-') ? [] : [describeWrite(change)],
  );
  const conditions = asserted.length === 0 ? '' : ` if ${asserted.sort().join(', ')}`;
  return `${written.sort().join(', ')}${conditions}`;
}

function describeWrite(change: LedgerWrite): string {
  switch (change.kind) {
    case 'create-instruction':
      return `new instruction ${change.instruction.status.state}`;
    case 'replace-instruction':
      return `instruction ${change.instruction.status.state}`;
    case 'mark-instruction':
      return 'mark';
    case 'replace-lane': {
      const { lane, read, releasedAt } = change;
      const counts = read !== undefined && read.countsVersion !== lane.countsVersion;
      const released = releasedAt === undefined ? '' : ' after its quarantine';
      return `lane ${lane.currency} ${lane.status.state}${counts ? ' and its counts' : ''}${released}`;
    }
    case 'record-trade-id':
    case 'record-withdrawal-id':
      return 'id';
    case 'append-audit':
      return `audit ${change.entry.action}`;
    case 'put-approval-usage':
    case 'put-outflow-usage':
    case 'put-trade-usage':
      return change.kind.slice('put-'.length);
    default:
      return change.kind;
  }
}
