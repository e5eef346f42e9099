import { describe, expect, it } from 'vitest';
import { advance } from '../../../treasury/instructions/advance.ts';
import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import type { RegisteredAccount } from '../../../treasury/policy/registered-account.ts';
import {
  judgeInstruction,
  sealedInstruction,
} from '../../../treasury/sealing/instruction-seals.ts';
import { pinned } from '../../../treasury/sealing/messages.ts';
import { judgePiece, sealedPiece } from '../../../treasury/sealing/policy-seals.ts';
import { canonicalJson } from '../../../treasury/seals/canonical-json.ts';
import type { InstructionSeal } from '../../../treasury/seals/seal.ts';
import { PROPOSED } from '../../samples/instructions.ts';
import { account as registered, WEBHOOK } from '../../samples/policy.ts';
import { ANY_STOP } from '../../samples/stops.ts';
import { hmacSeals, TEST_KEY_ID, unreachableSeals } from '../../seals/hmac-seals.ts';

const AT = '2026-01-05T09:00:00.000Z';
const EXPIRES = '2026-01-05T09:15:00.000Z';
const LEDGER = { tenant: 'main', epoch: 'table-1' };

const ACCOUNT = registered({ details: { address: 'bc1q-ours' } });

const APPROVED: Instruction = {
  ...PROPOSED,
  status: { state: 'approved', at: AT, approvals: [{ by: 'ada', at: AT }] },
  history: [],
  version: 2,
};

const TERMS = {
  epoch: LEDGER.epoch,
  at: AT,
  pins: {
    controls: { version: 1, digest: 'of-the-controls' },
    account: pinned({ kind: 'account', item: ACCOUNT }),
    approvalsRequired: 1,
  },
} as const;

const account = (item: RegisteredAccount) => ({ kind: 'account', item }) as const;
const sealedOne = () => sealedInstruction(hmacSeals, APPROVED, TERMS);
const judgedAt = (instruction: Instruction, now = AT, epoch = LEDGER.epoch) =>
  judgeInstruction(hmacSeals, epoch, instruction, now);

/** The item as an attacker with write access to the table would leave it. */
function tampered<T extends object>(item: T, path: readonly string[], value: unknown): T {
  const [name = '', ...rest] = path;
  const inner = (item as Record<string, unknown>)[name];
  return {
    ...item,
    [name]: rest.length === 0 ? value : tampered((inner ?? {}) as object, rest, value),
  };
}

describe('canonical JSON', () => {
  it('is the same whatever the order of fields, and leaves out what is undefined', () => {
    expect(canonicalJson({ b: [1, null, 'x'], a: { d: true, c: undefined } })).toBe(
      canonicalJson({ a: { d: true }, b: [1, null, 'x'] }),
    );
  });

  it('tells apart what another reader could take for the same', () => {
    const texts = [{ a: '1' }, { a: 1 }, { a: ['1'] }, { a: null }, {}, { 'a":"1': '' }];
    expect(new Set(texts.map((each) => canonicalJson(each))).size).toBe(texts.length);
  });

  it('keeps a field that is called __proto__', () => {
    const parsed: unknown = JSON.parse('{"__proto__":{"a":1}}');
    expect(canonicalJson(parsed)).toBe('{"__proto__":{"a":1}}');
  });

  it('refuses what has no JSON', () => {
    for (const value of [undefined, Number.NaN, Number.POSITIVE_INFINITY, 1n, () => 1]) {
      expect(() => canonicalJson([value])).toThrow('no canonical JSON');
    }
  });
});

describe('the seal of a piece of policy', () => {
  it('is valid over what was sealed, in the ledger it was sealed in', async () => {
    const piece = await sealedPiece(hmacSeals, LEDGER, account(ACCOUNT), AT);
    expect(await judgePiece(hmacSeals, LEDGER, piece)).toBe('valid');
    expect(await judgePiece(hmacSeals, { ...LEDGER, epoch: 'table-2' }, piece)).toBe('foreign');
    expect(await judgePiece(hmacSeals, { ...LEDGER, tenant: 'other' }, piece)).toBe('invalid');
    expect(await judgePiece(hmacSeals, LEDGER, account(ACCOUNT))).toBe('unsealed');
  });

  it.each([
    [['details', 'address'], 'bc1q-theirs'],
    [['details', 'memo'], 'one more'],
    [['label'], 'Cold storage '],
    [['status'], 'inactive'],
    [['usableFrom'], AT],
    [['version'], 2],
    [['id'], '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a02'],
    [['seal', 'sealedAt'], EXPIRES],
    [['seal', 'keyId'], 'arn:aws:kms:eu-central-1:000000000000:key/of-somebody-else'],
  ] as const)('is invalid once %j was changed', async (path, value) => {
    const { item } = await sealedPiece(hmacSeals, LEDGER, account(ACCOUNT), AT);
    const forged = tampered(item, path, value);
    expect(await judgePiece(hmacSeals, LEDGER, account(forged))).toBe('invalid');
  });

  it('covers fields that this version does not know, and leaves them where they are', async () => {
    const later = { ...ACCOUNT, addedLater: 'x', details: ACCOUNT.details };
    const { item } = await sealedPiece(hmacSeals, LEDGER, account(later), AT);
    expect(item).toMatchObject({ addedLater: 'x' });
    expect(await judgePiece(hmacSeals, LEDGER, account(item))).toBe('valid');
    const { addedLater: _, ...bare } = { addedLater: null, ...item };
    expect(await judgePiece(hmacSeals, LEDGER, account(bare))).toBe('invalid');
    const other = { ...item, addedLater: 'y' };
    expect(await judgePiece(hmacSeals, LEDGER, account(other))).toBe('invalid');
    // A migration seals what it makes of it.
    const migrated = await sealedPiece(hmacSeals, LEDGER, account(other), AT);
    expect(await judgePiece(hmacSeals, LEDGER, migrated)).toBe('valid');
  });

  it('replaces an earlier seal instead of covering it', async () => {
    const once = await sealedPiece(hmacSeals, LEDGER, account(ACCOUNT), AT);
    const twice = await sealedPiece(hmacSeals, LEDGER, once, AT);
    expect(twice).toEqual(once);
  });
});

describe('the seal of an instruction', () => {
  it('holds until it expires, in its own ledger', async () => {
    const sealed = await sealedOne();
    expect(await judgedAt(sealed)).toBe('valid');
    expect(await judgedAt(sealed, EXPIRES)).toBe('expired');
    expect(await judgedAt(sealed, AT, 'table-2')).toBe('foreign');
    expect(await judgedAt(APPROVED)).toBe('unsealed');
    expect(sealed.seal).toMatchObject({ keyId: TEST_KEY_ID, epoch: 'table-1', expiresAt: EXPIRES });
  });

  it.each([
    [['tenant'], 'other'],
    [['id'], 'sweep-btc-cold-20260106T090000Z'],
    [['version'], 3],
    [['content', 'amount'], '2.26'],
    [['content', 'withdrawalAccountId'], '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a02'],
    [['origin', 'occurrence'], '2026-01-06T09:00:00.000Z'],
    [['origin', 'ruleVersion'], 2],
    [['status', 'at'], '2026-01-05T09:10:00.000Z'],
    [['status', 'approvals'], [{ by: 'bob', at: AT }]],
    [['status', 'approvals'], undefined],
    [['seal', 'expiresAt'], '2027-01-01T00:00:00.000Z'],
    [['seal', 'authorisation', 'approvalsRequired'], 0],
    [['value'], { amount: '1', currency: 'USD' }],
    [['seal', 'authorisation', 'account', 'digest'], 'of-another-destination'],
    [['seal', 'authorisation', 'controls', 'version'], 2],
  ] as const)('is invalid once %j is %j', async (path, value) => {
    expect(await judgedAt(tampered(await sealedOne(), path, value))).toBe('invalid');
  });

  it('is invalid over another instruction that it was copied to', async () => {
    const { seal } = await sealedOne();
    const copied = { ...APPROVED, id: 'sweep-btc-cold-20260107T090000Z', seal } as Instruction;
    expect(await judgedAt(copied)).toBe('invalid');
  });

  it('is gone with whatever becomes of the instruction next', async () => {
    const event = { kind: 'cancel', at: AT, reason: 'x', why: ANY_STOP, checks: [] } as const;
    expect(advance(await sealedOne(), event)).not.toHaveProperty('seal');
  });

  it('is neither valid nor invalid where the keys are out of reach', async () => {
    const sealed: Instruction & { readonly seal?: InstructionSeal } = await sealedOne();
    await expect(judgeInstruction(unreachableSeals, LEDGER.epoch, sealed, AT)).rejects.toThrow(
      'cannot be reached',
    );
    await expect(sealedInstruction(unreachableSeals, APPROVED, TERMS)).rejects.toThrow();
  });
});

describe('a webhook that Sluice has paused', () => {
  const webhook = (item: typeof WEBHOOK) => ({ kind: 'webhook', item }) as const;
  const activeSince = '2026-01-04T08:00:00.000Z';
  /** As the function that pauses writes it, which has no key. */
  async function paused() {
    const { seal: _, ...bare } = { ...WEBHOOK, status: 'active', activeSince, version: 3 } as const;
    const { item } = await sealedPiece(hmacSeals, LEDGER, webhook(bare), AT);
    const pausedBySluice = { at: AT, reason: 'nothing-taken', activeSince } as const;
    return { ...item, status: 'paused', pausedBySluice, activeSince: AT, version: 4 } as const;
  }

  it('is proven by the seal of the version before', async () => {
    expect(await judgePiece(hmacSeals, LEDGER, webhook(await paused()))).toBe('valid');
  });

  it.each<[string, Partial<typeof WEBHOOK>]>([
    ['its address', { url: 'https://theirs.example/' }],
    ['whom its secret is shown to', { secretFor: { generation: 1, by: 'mallory' } }],
    ['its version', { version: 9 }],
    ['its events', { eventTypes: ['*'] }],
  ])('is not proven with a change that no deciding function made: %s', async (_, change) => {
    const item = { ...(await paused()), ...change };
    expect(await judgePiece(hmacSeals, LEDGER, webhook(item))).toBe('invalid');
  });

  it('sends nothing by that seal: one that is made active again has none', async () => {
    const item = { ...(await paused()), status: 'active' } as const;
    const { pausedBySluice: _, ...without } = item;
    expect(await judgePiece(hmacSeals, LEDGER, webhook(without))).toBe('invalid');
  });

  it('has a seal of its own once people have decided about it', async () => {
    const { item } = await sealedPiece(hmacSeals, LEDGER, webhook(await paused()), AT);
    expect(item.pausedBySluice).toEqual({ at: AT, reason: 'nothing-taken' });
    expect(await judgePiece(hmacSeals, LEDGER, webhook(item))).toBe('valid');
  });
});
