import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/** One line of the protocol, and what stands in its place while the simulation is to find it out. */
export interface Mutation {
  readonly what: string;
  /** From the root of the project. */
  readonly file: string;
  readonly line: string;
  readonly becomes: string;
}

/**
 * The mutations that the simulation is shown to notice. Nothing on disk is touched: the line is replaced
 * while its file is loaded.
 */
export const MUTATIONS = {
  version: {
    what: 'the claim rests on whatever version the lane has, not on the one it was decided on',
    file: 'treasury/withdrawals/send-withdrawal.ts',
    line: "{ kind: 'replace-lane', lane: claimLane(lane, record), from: 'idle' },",
    becomes:
      "{ kind: 'replace-lane', lane: { ...claimLane(lane, record), version: 1 + ((await ports.ledger.readLanes(instruction.client)).find((each) => each.currency === currency)?.version ?? 0) }, from: 'idle' },",
  },
  nonce: {
    what: "another's claim is taken for one's own",
    file: 'treasury/sending/commit-claim.ts',
    line: "if (written?.status.state === 'sending' && written.status.claim.nonce === claim.nonce) {",
    becomes: "if (written?.status.state === 'sending') {",
  },
  'send-by': {
    what: 'a request is sent however late it is',
    file: 'treasury/withdrawals/send-withdrawal.ts',
    line: 'if (ports.now() >= claimed.sendBy) {',
    becomes: "if (ports.now() < '') {",
  },
  'run-condition': {
    what: 'a part of a run is written whether or not there is one',
    file: 'test/simulation/run-records.ts',
    line: 'return !this.#parts.has(keyOf(run));',
    becomes: 'return !this.#parts.has(keyOf(run)) || run.part >= 0;',
  },
  'run-parts': {
    what: 'a run does not look at the parts that were written before its own',
    file: 'treasury/sweeps/record-run.ts',
    line: 'return currencies.filter((currency) => ruled.has(currency) && !recorded.has(currency));',
    becomes:
      'return currencies.filter((currency) => ruled.has(currency) && !this.#own.has(currency));',
  },
  unbooked: {
    what: 'what is unbooked is no longer left alone by a sweep',
    file: 'treasury/booking/booking.ts',
    line: 'export function committedOf({ entries, doubts }: Booking, now: Instant): Decimal {',
    becomes:
      'export function committedOf({ entries, doubts }: Booking, now: Instant): Decimal { if (now > "") return ZERO;',
  },
} as const satisfies Readonly<Record<string, Mutation>>;
export type MutationName = keyof typeof MUTATIONS;

export function isMutation(name: string): name is MutationName {
  return Object.hasOwn(MUTATIONS, name);
}

/**
 * Loads the mutated source in the place of the real one, from now on and in this process alone.
 * @throws where the line does not stand in its file exactly once: then this shows nothing.
 */
export function loadMutated({ file, line, becomes }: Mutation): void {
  const url = new URL(`../../${file}`, import.meta.url).href;
  const source = readFileSync(fileURLToPath(url), 'utf8');
  const parts = source.split(line);
  if (parts.length !== 2) {
    throw new Error(`${file} holds "${line}" ${parts.length - 1} times; expected: once`);
  }
  registerHooks({
    load: (loaded, context, nextLoad) =>
      loaded === url
        ? { format: 'module-typescript', source: parts.join(becomes), shortCircuit: true }
        : nextLoad(loaded, context),
  });
}
