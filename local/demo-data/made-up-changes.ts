import { proposeChange } from '../../treasury/changes/ask.ts';
import { decideChange } from '../../treasury/changes/decide-change.ts';
import type { Wanted } from '../../treasury/changes/drafts.ts';
import type { ChangePorts } from '../../treasury/changes/ports.ts';
import { remove } from '../../treasury/changes/remove.ts';
import type { Subject } from '../../treasury/ledger/policy-change.ts';
import { demoComment, ID_PREFIX, MADE_UP_PEOPLE } from './marks.ts';
import { refuseOther } from './refuse-other.ts';

type Piece = Exclude<Subject, { readonly kind: 'controls' }>;

/**
 * Changes of the made-up policy, by the very code that changes a real one: one made-up person proposes, and another one
 * approves where two are needed.
 */
export class MadeUpChanges {
  readonly #ports: ChangePorts;
  readonly #tenant: string;

  constructor(ports: ChangePorts, tenant: string) {
    this.#ports = ports;
    this.#tenant = tenant;
  }

  /** Proposed; returns what approves it, or null where it narrows, and holds already. */
  async ask(wanted: Wanted, comment: string): Promise<(() => Promise<void>) | null> {
    const asked = await proposeChange(this.#ports, {
      ...this.#by(MADE_UP_PEOPLE.treasurer),
      wanted,
      expected: await this.#versionOf(wanted),
      comment: demoComment(comment),
    });
    if (asked.result === 'applied') return null;
    if (asked.result !== 'proposed') throw refuseOther(asked, 'proposed');
    const { id } = asked.change;
    return async () => {
      const decided = await decideChange(this.#ports, {
        ...this.#by(MADE_UP_PEOPLE.approver),
        ...{ changeId: id, decision: 'approve' },
        comment: demoComment('as agreed'),
      });
      if (decided.result !== 'decided' || decided.change.status.state !== 'approved') {
        throw refuseOther(decided, 'approved');
      }
    };
  }

  async remove(subject: Piece): Promise<void> {
    const expected = await this.#version(subject);
    if (expected === 'none') throw new Error(`there is no ${subject.kind} ${subject.id}`);
    const command = { ...this.#by(MADE_UP_PEOPLE.treasurer), subject, expected };
    const removed = await remove(this.#ports, command);
    if (removed.result !== 'removed') throw refuseOther(removed, 'removed');
  }

  async #versionOf(wanted: Wanted): Promise<number | 'none'> {
    if (wanted.kind === 'controls') throw new Error('the made-up controls never change');
    return await this.#version({ kind: wanted.kind, id: wanted.after.id });
  }

  async #version(subject: Piece): Promise<number | 'none'> {
    const current = await this.#ports.ledger.readCurrent(this.#tenant, subject);
    return current?.item.version ?? 'none';
  }

  #by(by: string) {
    return { tenant: this.#tenant, by, requestId: `${ID_PREFIX}${this.#ports.nonce()}` };
  }
}
