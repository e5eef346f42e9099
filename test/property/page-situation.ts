/* What docs/recomputing.md asks for, to decide the rules of one snapshot. */

export type PageLimit = string | { readonly value: string; readonly in: string };
export type PageBuckets = Readonly<Record<string, string>>;

export interface PageRule {
  readonly id: string;
  readonly currency: string;
  readonly withdrawalAccountId: string;
  readonly priority: number;
  readonly enabled: boolean;
  readonly threshold: PageLimit;
  readonly keep: PageLimit;
  readonly minimum: PageLimit;
  readonly maximum?: PageLimit;
  readonly step: string;
  readonly allocation:
    | { readonly kind: 'all' }
    | { readonly kind: 'percentage'; readonly percent: string }
    | { readonly kind: 'fixed'; readonly amount: string };
  readonly budgets: { readonly per24Hours?: PageLimit; readonly per30Days?: PageLimit };
  readonly approvalAbove?: PageLimit;
  readonly withdrawalsPer24Hours?: number;
  readonly cooldownSeconds: number;
}

export interface PageAccount {
  readonly id: string;
  readonly counterparty?: string;
  readonly limits?: {
    readonly per24Hours?: string;
    readonly per30Days?: string;
    readonly lifetime?: string;
  };
  readonly paid: string;
  readonly usedHours: PageBuckets;
  readonly usedDays: PageBuckets;
  /** Claimed for it without a person's approval. */
  readonly unapproved: PageBuckets;
}

export interface PageCurrency {
  readonly total: string;
  readonly available?: string;
  readonly open: readonly {
    readonly amount: string;
    readonly accountId: string;
    readonly ruleId?: string;
    readonly people: 0 | 1 | 2;
  }[];
  readonly unbooked: readonly { readonly amount: string; readonly fee?: string }[];
  readonly doubts: readonly { readonly amount: string; readonly until: string }[];
  readonly state: 'idle' | 'sending' | 'unknown';
  readonly mode: 'live' | 'dry-run';
}

export interface PageUsage {
  readonly hours: PageBuckets;
  readonly days: PageBuckets;
  /** Withdrawals in each hour. */
  readonly often: PageBuckets;
  readonly lastClaimedAt?: string;
  readonly backoffUntil?: string;
}

export interface PageSituation {
  readonly now: string;
  readonly rules: readonly PageRule[];
  readonly accounts: readonly PageAccount[];
  readonly currencies: Readonly<Record<string, PageCurrency>>;
  readonly usage: Readonly<Record<string, PageUsage>>;
  readonly prices: Readonly<Record<string, { readonly bid: string; readonly ask: string }>>;
  readonly pricesReadAt: string;
  readonly reportingCurrency: string;
  readonly crossedPrices: boolean;
  readonly floors: Readonly<Record<string, string>>;
  readonly floorTotal?: string;
  readonly outflow24Hours?: string;
  readonly outflowHours: PageBuckets;
  readonly counterparties: readonly {
    readonly name: string;
    readonly per24Hours?: string;
    readonly per30Days?: string;
    readonly hours: PageBuckets;
    readonly days: PageBuckets;
  }[];
  readonly fee: { readonly absolute: Readonly<Record<string, string>>; readonly percent: string };
}

export interface PageDecision {
  readonly ruleId: string;
  readonly reason: string | null;
  readonly amount: string | null;
  readonly needsApproval: boolean;
}
