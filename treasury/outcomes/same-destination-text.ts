/**
 * One address may be spelt in several ways, by the rules of its network. Whether two spellings mean one place is decided by
 * their form, not by the name of the network, whose names are not shown in the reference (2.4). A form that is not on the
 * list has one spelling: base58, base64, tags and memos are compared to the letter.
 */
interface SpellingRule {
  readonly name: string;
  /** Both spellings have to have this form. */
  readonly form: RegExp;
  /** The one spelling that stands for all of this form. */
  readonly spelling: (text: string) => string;
}

/** Digits and letters of bech32 and of cash addresses (BIP-173): no 1, b, i and o in it. */
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

const SPELLING_RULES: readonly SpellingRule[] = [
  // The case of a hexadecimal address is a checksum (EIP-55), or none at all.
  { name: 'hex', form: /^0x[0-9a-f]+$/iu, spelling: lowerCase },
  // All of it in one case (BIP-173); at least the six characters of its checksum after the last 1.
  {
    name: 'bech32',
    form: new RegExp(
      `^(?:[a-z0-9]{1,83}1[${BECH32}]{6,}|[A-Z0-9]{1,83}1[${BECH32.toUpperCase()}]{6,})$`,
      'u',
    ),
    spelling: lowerCase,
  },
  // Its prefix may be left out.
  {
    name: 'cash address',
    form: new RegExp(
      `^(?:(?:bitcoincash:)?[qp][${BECH32}]{41}|(?:BITCOINCASH:)?[QP][${BECH32.toUpperCase()}]{41})$`,
      'u',
    ),
    spelling: (text) => lowerCase(text).replace(/^bitcoincash:/u, ''),
  },
  // Of a bank account: printed in groups of four.
  {
    name: 'iban',
    form: /^[a-z]{2}\d{2}(?: ?[a-z0-9]){11,30}$/iu,
    spelling: (text) => lowerCase(text).replaceAll(' ', ''),
  },
];

/** True if two texts of a destination (an address, a tag, a memo, a name) mean the same. */
export function isSameText(ours: string, theirs: string): boolean {
  const [left, right] = [ours.trim(), theirs.trim()];
  if (left === right) return true;
  return SPELLING_RULES.some(
    ({ form, spelling }) =>
      form.test(left) && form.test(right) && spelling(left) === spelling(right),
  );
}

function lowerCase(text: string): string {
  return text.toLowerCase();
}

/**
 * Networks that are known by several names, each without case and without signs between letters. It only tells one
 * network from another with certainty: a name that is not on the list is confirmed by people, and so is another name of
 * the same network.
 */
const KNOWN_NETWORKS: readonly (readonly string[])[] = [
  ['bitcoin', 'btc', 'xbt', 'bitcoinmainnet'],
  ['bitcoincash', 'bch'],
  ['litecoin', 'ltc'],
  ['dogecoin', 'doge'],
  ['ethereum', 'eth', 'erc20', 'ethereummainnet'],
  ['arbitrum', 'arb', 'arbitrumone'],
  ['optimism', 'op', 'opmainnet'],
  ['base', 'basemainnet'],
  ['polygon', 'matic', 'pol', 'polygonpos'],
  ['bnbsmartchain', 'bsc', 'bep20', 'binancesmartchain'],
  ['avalanche', 'avax', 'avalanchec', 'avaxc', 'cchain', 'avalanchecchain'],
  ['tron', 'trx', 'trc20'],
  ['solana', 'sol', 'spl'],
  ['ripple', 'xrp', 'xrpledger', 'xrpl'],
  ['stellar', 'xlm'],
  ['cardano', 'ada'],
  ['polkadot', 'dot'],
  ['lightning', 'lightningnetwork', 'bitcoinlightning'],
  ['liquid', 'lbtc', 'liquidbitcoin'],
  ['sepa', 'sepact', 'sepainstant'],
  ['swift'],
  ['ach'],
  ['fps', 'fasterpayments'],
  ['fedwire', 'wire'],
];

/** same: but for case and signs. other: both are known, and they are two networks. unfamiliar: it cannot be told. */
export type NetworkComparison = 'same' | 'other' | 'unfamiliar';

export function compareNetworks(ours: string, theirs: string): NetworkComparison {
  const [left, right] = [networkKey(ours), networkKey(theirs)];
  if (left === right) return 'same';
  const [known, stated] = [knownNetwork(left), knownNetwork(right)];
  return known === -1 || stated === -1 || known === stated ? 'unfamiliar' : 'other';
}

/** A name as names are compared: its letters and digits. */
function networkKey(name: string): string {
  const letters = name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_.:/()-]+/gu, '');
  return letters === '' ? name : letters;
}

function knownNetwork(key: string): number {
  return KNOWN_NETWORKS.findIndex((names) => names.includes(key));
}
