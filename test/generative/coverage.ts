import { OPERATIONS } from './document.ts';

/** Operations that need not answer with a 2xx here, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  getStatement: 'of a month that is over; a sequence lasts seconds',
  listStatementLines: 'as above',
  listRestatements: 'as above',
  getJournal: 'as above',
  getSums: 'as above',
  getRollForward: 'of two months in order, at most two years apart: two that are drawn seldom are',
  getBreak: 'needs a break: here the books and the service agree',
  explainBreak: 'as above',
  closeBreak: 'as above',
  explainBreaks: 'as above',
  closeBreaks: 'as above',
  getWebhookSecret: 'is shown once, to the person who proposed the webhook',
  getDelivery: 'needs an event that was posted: here no bus hands events on',
  resendEvent: 'as above',
  rearmLanes: 'needs a ledger that was restored from a backup',
  getExport: 'needs an answer too long to be given at once',
};

/** What was met: operations and the statuses that they answered with. */
export class Coverage {
  readonly #met = new Map<string, Map<number, number>>();
  #requests = 0;
  #elsewhere = 0;

  get requests(): number {
    return this.#requests;
  }

  /** `operationId` null: no operation of the document. */
  count(operationId: string | null, status: number): void {
    this.#requests++;
    if (operationId === null) {
      this.#elsewhere++;
      return;
    }
    const statuses = this.#met.get(operationId) ?? new Map<number, number>();
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    this.#met.set(operationId, statuses);
  }

  /** Operations that never answered with a 2xx, and should have. */
  neverAccepted(): readonly string[] {
    return OPERATIONS.map(({ operationId }) => operationId).filter(
      (id) =>
        !(id in EXCEPTIONS) &&
        ![...(this.#met.get(id)?.keys() ?? [])].some((status) => status < 300),
    );
  }

  /** A line for each operation: how often it answered what. */
  table(): string {
    const width = Math.max(...OPERATIONS.map(({ operationId }) => operationId.length));
    const lines = OPERATIONS.map(({ operationId }) => {
      const statuses = [...(this.#met.get(operationId) ?? [])].sort(([a], [b]) => a - b);
      const cells = statuses.map(([status, times]) => `${status} ×${times}`);
      return `${operationId.padEnd(width)}  ${cells.join('  ')}`;
    });
    return [...lines, `${'(no operation)'.padEnd(width)}  404 ×${this.#elsewhere}`].join('\n');
  }
}
