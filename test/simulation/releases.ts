import { raiseFormat } from '../../treasury/changes/raise-format.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import type { Ledger, LedgerWrite } from '../../treasury/ledger/ledger.ts';
import type { Controls } from '../../treasury/policy/controls.ts';
import { formatOf, READS, unreadFormat } from '../../treasury/policy/ledger-format.ts';
import type { Functions } from './functions.ts';
import { resealed } from './later-fields.ts';
import type { Random } from './random.ts';
import type { Release, ReleasesOfProcesses } from './release.ts';
import type { Committed } from './table.ts';
import { TENANT, type World } from './world.ts';

/** Part of the worlds in which two releases run side by side. */
export const RELEASE_WORLDS = 0.1;

const NEXT = READS.to + 1;
const NEXT_READS = { from: READS.to, to: NEXT } as const;

/** Chances of a tick: that the next release is deployed beside this one, that its format is raised then, that an intruder writes the number. */
const DEPLOYED = 0.3;
const RAISED = 0.2;
const FORGED = 0.15;
/** That people raise it just when the older release has claimed something, and within so many milliseconds: it is sent within about these. */
const RAISED_AT_CLAIM = 0.8;
const SENT_WITHIN_MS = 400;
/** Of processes that begin while both run. */
const NEWER = 0.5;
/** Milliseconds after which an intruder wipes the traces: some ticks. */
const WIPED_MS = 150_000;

/**
 * Two releases side by side, and people who raise the format while the older one still runs: more than an upgrade does, which
 * raises it afterwards. Watches what the older one writes then: no claim, and nothing that it has decided after it read the format.
 */
export class Releases implements ReleasesOfProcesses {
  readonly #world: World;
  readonly #random: Random;
  readonly #forges: boolean;
  #functions: Functions | null = null;
  #isBeside = false;
  #isAlone = false;
  /** By invocation of the older release: whether it read a policy last that is in a format it does not read. */
  readonly #older = new Map<string, boolean>();

  constructor(world: World, random: Random) {
    this.#world = world;
    this.#random = random;
    this.#forges = random.chance(0.4);
  }

  ofProcess(): Release {
    if (this.#isAlone) return 'newer';
    return this.#isBeside && this.#random.chance(NEWER) ? 'newer' : 'older';
  }

  tick(functions: Functions): void {
    const { coverage } = this.#world;
    this.#functions = functions;
    if (!this.#isBeside && this.#random.chance(DEPLOYED)) {
      this.#isBeside = true;
      coverage.fault('two releases run side by side');
      functions.redeploy();
    }
    if (this.#isBeside && !this.#isRaised() && this.#random.chance(RAISED)) this.#raise();
    if (this.#forges && this.#random.chance(FORGED)) this.#forge();
  }

  /** The next release alone, from now on. */
  calmDown(functions: Functions): void {
    this.#isAlone = true;
    functions.redeploy();
  }

  #isRaised(): boolean {
    const { controls } = this.#world.table;
    return controls !== null && formatOf(controls) === NEXT;
  }

  #raiseSoon(): void {
    if (!this.#isBeside || !this.#random.chance(RAISED_AT_CLAIM)) return;
    const { scheduler } = this.#world;
    scheduler.after(this.#random.between(0, SENT_WITHIN_MS), () => {
      if (!this.#isRaised()) this.#raise();
    });
  }

  #raise(): void {
    const { table, coverage } = this.#world;
    const expected = table.controls?.version ?? 0;
    const command = { tenant: TENANT, expected, by: 'olga', requestId: 'raise' };
    this.#functions?.people(
      'operator',
      (ports) => raiseFormat(ports, command, NEXT_READS),
      ({ result }) => {
        if (result === 'applied') coverage.fault('the format is raised');
      },
      null,
    );
  }

  /** An intruder with write access, and without the keys: raises the number past Sluice, or lowers it again. */
  #forge(): void {
    const { table, scheduler, coverage } = this.#world;
    const was = table.controls;
    if (was === null) return;
    const { format: _, ...lowered } = was;
    const isRaised = this.#isRaised();
    coverage.fault(
      isRaised ? 'the format is lowered past Sluice' : 'the format is raised past Sluice',
    );
    table.forge({ kind: 'controls', item: isRaised ? lowered : { ...was, format: NEXT } });
    scheduler.after(WIPED_MS, () => {
      const { controls } = table;
      if (controls !== null) table.forge({ kind: 'controls', item: controls });
    });
  }

  ledgerOf(release: Release, name: string, ledger: Ledger): Ledger {
    return release === 'newer' ? this.#asNext(ledger) : this.#watched(name, ledger);
  }

  #watched(name: string, ledger: Ledger): Ledger {
    this.#older.set(name, false);
    return {
      ...ledger,
      readPolicy: async (tenant) => {
        const policy = await ledger.readPolicy(tenant);
        const isUnread = unreadFormat(policy.controls) !== null;
        if (isUnread) this.#world.coverage.fault('older code meets a newer format');
        this.#older.set(name, isUnread);
        return policy;
      },
      halt: async (tenant, act) => {
        if (this.#isRaised()) this.#world.coverage.fault('older code halts in a newer format');
        return await ledger.halt(tenant, act);
      },
    };
  }

  /** The next release writes the next format as this one writes its own: all that differs is the number, below the seal. */
  #asNext(ledger: Ledger): Ledger {
    return {
      ...ledger,
      readPolicy: async (tenant) => {
        const { controls, ...policy } = await ledger.readPolicy(tenant);
        return { ...policy, controls: controls && renumbered(controls, NEXT, READS.to) };
      },
      commit: (tenant, writes) => {
        const to = this.#isRaised() ? NEXT : READS.to;
        return ledger.commit(
          tenant,
          writes.map((write) =>
            write.kind === 'put-controls'
              ? { ...write, controls: renumbered(write.controls, READS.to, to) }
              : write,
          ),
        );
      },
    };
  }

  committed({ by, changes, before }: Committed): void {
    const isUnread = by === null ? undefined : this.#older.get(by);
    if (isUnread === undefined) return;
    const decided = changes.find((change, index) => {
      const was = before[index] as Instruction | null;
      if (this.#isRaised() && records(change, was)) {
        this.#world.coverage.fault('older code records what it sent in a newer format');
      }
      if (claims(change, was)) {
        if (this.#isRaised()) return true;
        this.#raiseSoon();
      }
      return isUnread && (decides(change, was) || frees(change, changes));
    });
    if (decided === undefined) return;
    this.#world.oracle.violated(
      'older-release',
      `${by} is of a release that does not read the format, and writes ${decided.kind}`,
    );
  }
}

/** The same controls under another number, sealed anew if the seal held. */
function renumbered(controls: Controls, from: number, to: number): Controls {
  if (formatOf(controls) !== from || from === to) return controls;
  return resealed('controls', controls, { ...controls, format: to }) as Controls;
}

function claims(change: LedgerWrite, before: Instruction | null): boolean {
  if (!('instruction' in change)) return false;
  return change.instruction.status.state === 'sending' && before?.status.state !== 'sending';
}

function records(change: LedgerWrite, before: Instruction | null): boolean {
  if (change.kind !== 'replace-instruction') return false;
  return before?.status.state === 'sending' && change.instruction.status.state !== 'sending';
}

/** Writes of a decision, a proposal or a person's statement, of those that a world has. */
const DECIDING: ReadonlySet<LedgerWrite['kind']> = new Set([
  'create-instruction',
  'put-controls',
  'put-rule',
  'put-account',
  'put-calendar',
  'put-change',
  'put-rearming',
  'rearm-lane',
  'put-unbooked',
  'resume',
]);

/** An outcome of what it has sent is none, nor is a person's word that keeps something from leaving. */
function decides(change: LedgerWrite, before: Instruction | null): boolean {
  if (DECIDING.has(change.kind)) return true;
  if (change.kind !== 'replace-instruction') return false;
  const { status, settlement } = change.instruction;
  if (settlement !== undefined && before?.settlement === undefined) return true;
  if (status.state === before?.status.state) return false;
  switch (status.state) {
    case 'approved':
    case 'expired':
    case 'released':
      return true;
    case 'confirmed':
      return status.confirmation.kind === 'settled';
    case 'cancelled':
      return status.reason === 'too-old';
    default:
      return false;
  }
}

/** A lane that becomes free by itself: with an outcome it is the outcome's. */
function frees(change: LedgerWrite, changes: readonly LedgerWrite[]): boolean {
  return (
    change.kind === 'replace-lane' &&
    change.lane.status.state === 'idle' &&
    !['idle', 'sending'].includes(change.from) &&
    !changes.some(({ kind }) => kind === 'replace-instruction')
  );
}
