/** The behaviour of a network of the sandbox. */
export type SandboxNetwork = keyof typeof PROCESSING_MS;

/**
 * From creation to processedAt, per network: the order of things is real (a bank is slower than a
 * chain), the times are short enough to be watched. Zero: processed before the answer is written.
 */
export const PROCESSING_MS = {
  bitcoin: 20_000,
  ethereum: 8_000,
  solana: 3_000,
  sepa: 45_000,
  'sepa-instant': 0,
  fedwire: 30_000,
} as const;

/** A registered withdrawal account (reference, part 2.3), with what only the service knows of it. */
export interface SandboxAccount {
  readonly id: string;
  readonly label: string;
  readonly network: SandboxNetwork;
  readonly currency: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** Wallet destinations at a venue name it in the withdrawal (reference, part 2.2). */
  readonly venue?: string;
  /** Withdrawals to an account under review are refused with 409. */
  readonly status: 'active' | 'under-review';
}

/**
 * The withdrawal accounts of the test client, registered from the start. Their identifiers never
 * change, so that policies and documentation can name them. Addresses are documentation examples.
 */
export const SANDBOX_ACCOUNTS = {
  btcWallet: {
    id: '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a01',
    label: 'BTC cold storage',
    network: 'bitcoin',
    currency: 'BTC',
    details: { beneficiary: { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' } },
    status: 'active',
  },
  ethWallet: {
    id: '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a02',
    label: 'ETH custody wallet',
    network: 'ethereum',
    currency: 'ETH',
    details: {
      beneficiary: { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', name: 'Custody' },
      chainId: 1,
    },
    status: 'active',
  },
  usdcWallet: {
    id: '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a03',
    label: 'USDC at the other venue',
    network: 'ethereum',
    currency: 'USDC',
    details: { beneficiary: { address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' } },
    venue: 'EXAMPLE-VENUE',
    status: 'active',
  },
  solWallet: {
    id: '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a04',
    label: 'SOL treasury wallet',
    network: 'solana',
    currency: 'SOL',
    details: { beneficiary: { address: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' }, memo: '' },
    status: 'active',
  },
  eurBank: {
    id: '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a05',
    label: 'EUR operating account',
    network: 'sepa',
    currency: 'EUR',
    details: {
      iban: 'DE89370400440532013000',
      bic: 'COBADEFFXXX',
      accountHolder: 'Example Treasury GmbH',
    },
    status: 'active',
  },
  eurInstant: {
    id: '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a06',
    label: 'EUR payroll account',
    network: 'sepa-instant',
    currency: 'EUR',
    details: {},
    status: 'active',
  },
  usdBank: {
    id: '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a07',
    label: 'USD operating account',
    network: 'fedwire',
    currency: 'USD',
    details: {
      routingNumber: '021000021',
      accountNumber: '000123456789',
      bank: { name: 'Example Bank', country: 'US' },
    },
    status: 'active',
  },
  btcUnderReview: {
    id: '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a08',
    label: 'BTC wallet, not yet verified',
    network: 'bitcoin',
    currency: 'BTC',
    details: {
      beneficiary: { address: 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3' },
    },
    status: 'under-review',
  },
} as const satisfies Readonly<Record<string, SandboxAccount>>;

const BY_ID = new Map<string, SandboxAccount>(
  Object.values(SANDBOX_ACCOUNTS).map((account) => [account.id, account]),
);

/** Identifiers are compared without regard to case, as a uuid allows. */
export function accountWithId(id: string): SandboxAccount | undefined {
  return BY_ID.get(id.toLowerCase());
}
