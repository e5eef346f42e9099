import { describe, expect, it } from 'vitest';
import { saySeen } from '../../../treasury/facts/sentences/say/say-answer.ts';
import { judgeWithdrawal } from '../../../treasury/outcomes/judge-withdrawal.ts';
import type { StatedDestination } from '../../../treasury/outcomes/outcome.ts';
import type { AnsweredWithdrawal } from '../../../treasury/outcomes/reply.ts';
import { askedOf } from '../../samples/asked-withdrawal.ts';

/* Where it went: what an answer states of the destination, held against the registered account. */

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const OTHER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const DETAILS = { beneficiary: { address: ADDRESS, tag: '4711' }, memo: 'Sluice' };
const REQUEST = { withdrawalAccountId: 'account-1', amount: '1.5', currency: 'ETH' };

type Registered = NonNullable<Parameters<typeof askedOf>[1]>['destination'];

function answer(changes: Partial<AnsweredWithdrawal> = {}): AnsweredWithdrawal {
  return {
    id: 'payment-1',
    network: 'ethereum',
    currency: 'ETH',
    amount: '1.5',
    withdrawalAccountId: 'account-1',
    createdAt: '2026-01-31T09:00:00.000Z',
    accountNetwork: 'ethereum',
    accountDetails: DETAILS,
    details: {},
    ...changes,
  };
}

function judge(
  answered: AnsweredWithdrawal | readonly AnsweredWithdrawal[],
  {
    destination = { network: 'ethereum', details: DETAILS },
    stated = null,
  }: { destination?: Registered; stated?: StatedDestination | null } = {},
) {
  const withdrawals = [answered].flat() as readonly AnsweredWithdrawal[];
  const said = { withdrawals, own: { stated: 'silent', said: '' } } as const;
  const reply = { kind: 'answered', said, serviceAnswer: 'as it came' } as const;
  return judgeWithdrawal(askedOf(REQUEST, { destination, stated }), reply, new Set());
}

const beneficiary = (changes: object) => ({
  ...DETAILS,
  beneficiary: { ...DETAILS.beneficiary, ...changes },
});

describe('an answer that states another destination', () => {
  it.each([
    ['another address', { accountDetails: beneficiary({ address: OTHER }) }, 'beneficiary.address'],
    ['another tag', { accountDetails: beneficiary({ tag: '4712' }) }, 'beneficiary.tag'],
    ['another tag, as a number', { accountDetails: beneficiary({ tag: 4712 }) }, 'beneficiary.tag'],
    ['a tag in another case', { accountDetails: { ...DETAILS, memo: 'sluice' } }, 'memo'],
    ['another network of the account', { accountNetwork: 'bsc' }, 'network'],
    ['another network of the withdrawal', { network: 'TRC-20' }, 'network'],
    [
      'another address in its own details',
      { details: { beneficiary: { address: OTHER } } },
      'beneficiary.address',
    ],
    [
      'one address right and one wrong',
      { accountDetails: DETAILS, details: { memo: 'x' } },
      'memo',
    ],
    [
      'an address that is cut',
      { accountDetails: beneficiary({ address: ADDRESS.slice(0, -1) }) },
      'beneficiary.address',
    ],
    [
      'an address that is true',
      { accountDetails: beneficiary({ address: true }) },
      'beneficiary.address',
    ],
  ] as const)('(%s) is an anomaly that names the place', (_name, changes, path) => {
    const outcome = judge(answer(changes));
    expect(outcome).toMatchObject({
      state: 'anomaly',
      cause: 'other-destination',
      withdrawalIds: ['payment-1'],
    });
    expect(saySeen(outcome)).toMatch(`${path} of the destination: registered "`);
  });

  it('is an anomaly in any of several withdrawals', () => {
    const parts = [
      answer({ amount: '1' }),
      answer({ id: 'payment-2', amount: '0.5', accountDetails: beneficiary({ address: OTHER }) }),
    ];
    expect(judge(parts)).toMatchObject({ state: 'anomaly', cause: 'other-destination' });
  });

  it('is more than one that cannot be read', () => {
    const changes = {
      accountDetails: { beneficiary: { address: OTHER, tag: null }, memo: 'Sluice' },
    };
    expect(judge(answer(changes))).toMatchObject({ cause: 'other-destination' });
  });

  it.each([null, '', ' ', [], {}, 2 ** 60])('as %j, which is no text, leaves it unknown', (tag) => {
    const outcome = judge(answer({ accountDetails: beneficiary({ tag }) }));
    expect(outcome).toMatchObject({
      state: 'unknown',
      cause: 'destination-unreadable',
      withdrawalIds: ['payment-1'],
    });
    expect(saySeen(outcome)).toContain(
      'what the answer states as beneficiary.tag of the destination is no text',
    );
  });
});

describe('an answer that states the registered destination', () => {
  it('is confirmed, and the record says so', () => {
    expect(judge(answer())).toMatchObject({
      state: 'confirmed',
      confirmation: {
        destination: {
          isNamed: true,
          stated: ['network', 'beneficiary.address', 'beneficiary.tag', 'memo'],
          notStated: [],
          says: {
            network: 'ethereum',
            details: { 'beneficiary.address': ADDRESS, 'beneficiary.tag': '4711', memo: 'Sluice' },
          },
        },
      },
    });
  });

  it.each([
    ['hexadecimal text in lower case', ADDRESS, ADDRESS.toLowerCase(), true],
    [
      'bech32 in upper case',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
      true,
    ],
    [
      'bech32 in mixed case',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3T4',
      false,
    ],
    [
      'a cash address without its prefix',
      'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
      'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
      true,
    ],
    [
      'base58 in another case',
      '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T',
      '4nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T',
      false,
    ],
    ['an iban in groups', 'DE89370400440532013000', 'de89 3704 0044 0532 0130 00', true],
    [
      'blanks around it',
      '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
      ' 1BoatSLRHtKNngkdXEeobR76b53LETtpyT ',
      true,
    ],
  ] as const)('spelt as %s', (_name, ours, theirs, isSame) => {
    const destination = { network: 'ethereum', details: { address: ours } };
    const outcome = judge(answer({ accountDetails: { address: theirs } }), { destination });
    expect(outcome.state).toBe(isSame ? 'confirmed' : 'anomaly');
  });

  it('may write a tag as a number, and a network with other signs and case', () => {
    const changes = {
      accountDetails: beneficiary({ tag: 4711 }),
      network: 'Ethereum',
      accountNetwork: 'ETHEREUM ',
    };
    expect(judge(answer(changes)).state).toBe('confirmed');
  });
});

describe('an answer that does not state its destination', () => {
  it.each([
    ['empty details', { accountDetails: {} }],
    ['no details', { accountDetails: undefined }],
    ['details of another shape', { accountDetails: { to: ADDRESS } }],
    ['text where an object is registered', { accountDetails: { beneficiary: OTHER } }],
  ])('(%s) is confirmed, and the record says so', (_name, { accountDetails }) => {
    const { accountDetails: _, ...bare } = answer();
    const outcome = judge(accountDetails === undefined ? bare : { ...bare, accountDetails });
    expect(outcome).toMatchObject({
      state: 'confirmed',
      confirmation: {
        destination: {
          isNamed: false,
          stated: ['network'],
          notStated: ['beneficiary.address', 'beneficiary.tag', 'memo'],
        },
      },
    });
  });

  it('in one of several withdrawals has not stated it', () => {
    const second = answer({ id: 'payment-2', amount: '0.5', accountDetails: {} });
    expect(judge([answer({ amount: '1' }), second])).toMatchObject({
      confirmation: { destination: { isNamed: false, stated: ['network'] } },
    });
  });

  it('names nothing where nothing is registered that tells a destination from others', () => {
    const destination = { network: 'ethereum', details: { beneficiary: { name: 'Custody' } } };
    const outcome = judge(answer({ accountDetails: { beneficiary: { name: 'Custody' } } }), {
      destination,
    });
    expect(outcome).toMatchObject({
      confirmation: { destination: { isNamed: false, notStated: [] } },
    });
  });
});

describe('a name of the network that is not ours', () => {
  it.each(['ERC20', 'eth', 'ETH-MAINNET-2'])(
    'such as %s blocks the lane and says what confirms it',
    (network) => {
      const outcome = judge(answer({ network, accountNetwork: network }));
      expect(outcome).toMatchObject({ state: 'unknown', cause: 'network-unconfirmed' });
      expect(saySeen(outcome)).toContain(
        'two people confirm it once, as networkAtService of the account',
      );
    },
  );

  it('is the network once two people have confirmed it, and a third name is another one', () => {
    const destination = { network: 'ethereum', networkAtService: 'ERC20', details: DETAILS };
    expect(judge(answer({ network: 'erc-20' }), { destination }).state).toBe('confirmed');
    expect(judge(answer({ network: 'ETH-2' }), { destination })).toMatchObject({
      cause: 'other-destination',
    });
  });

  it('is another network where the service has used ours before', () => {
    const stated = { network: 'ethereum', details: {} };
    expect(judge(answer({ network: 'ETH-2' }), { stated })).toMatchObject({
      cause: 'other-destination',
    });
  });

  it('is not settled by a second withdrawal of the same answer', () => {
    const parts = ['1', '0.5'].map((amount, n) =>
      answer({ id: `payment-${n}`, amount, network: 'ETH-2', accountNetwork: 'ETH-2' }),
    );
    expect(judge(parts)).toMatchObject({ cause: 'network-unconfirmed' });
  });
});

describe('what the service has stated before', () => {
  const destination = { network: 'ethereum', details: {} };
  const stated = { network: 'ethereum', details: { 'beneficiary.address': ADDRESS } };

  it('stands against a later answer, where nothing is registered', () => {
    const outcome = judge(answer({ accountDetails: { beneficiary: { address: OTHER } } }), {
      destination,
      stated,
    });
    expect(outcome).toMatchObject({ state: 'anomaly', cause: 'other-destination' });
    expect(saySeen(outcome)).toContain(
      `stated by an earlier answer "${ADDRESS}", answered "${OTHER}"`,
    );
  });

  it('is the same in another spelling, or where it is left out', () => {
    const lower = { beneficiary: { address: ADDRESS.toLowerCase() } };
    expect(judge(answer({ accountDetails: lower }), { destination, stated }).state).toBe(
      'confirmed',
    );
    expect(judge(answer({ accountDetails: {} }), { destination, stated }).state).toBe('confirmed');
  });

  it('stands against what is registered nowhere', () => {
    const changed = { ...stated, details: { 'beneficiary.address': OTHER } };
    const registered = { network: 'ethereum', details: DETAILS };
    expect(judge(answer(), { destination: registered, stated: changed }).state).toBe('confirmed');
  });

  it('is kept as what tells one destination from another, within bounds', () => {
    const accountDetails = {
      beneficiary: { address: ADDRESS, name: 'Custody' },
      updatedAt: '2026-01-31',
      memo: 'm'.repeat(200),
      ...Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`part${n}`, { tag: n }])),
    };
    const outcome = judge(answer({ accountDetails }), { destination });
    const says = outcome.state === 'confirmed' ? outcome.confirmation.destination.says : null;
    expect(Object.keys(says?.details ?? {})).toHaveLength(8);
    expect(says?.details).toMatchObject({ 'beneficiary.address': ADDRESS, 'part0.tag': '0' });
    expect(says?.details).not.toHaveProperty('memo');
  });

  it('contradicts itself within one answer', () => {
    const parts = [
      answer({ amount: '1' }),
      answer({ id: 'payment-2', amount: '0.5', accountDetails: beneficiary({ address: OTHER }) }),
    ];
    expect(judge(parts, { destination })).toMatchObject({ cause: 'other-destination' });
  });
});
