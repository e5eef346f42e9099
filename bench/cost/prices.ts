/** List prices, without free tiers, discounts and taxes. Correct them here; `npm run bench:cost` does the rest. */
export const PRICE_LIST = {
  region: 'us-east-1 (N. Virginia)',
  asOf: 'public list prices as known in May 2025',
} as const;

export interface Price {
  readonly usd: number;
  /** How many of `unit` it is for. */
  readonly per: number;
  readonly unit: string;
  readonly source: string;
}

export type PriceName =
  | 'lambda-compute'
  | 'lambda-requests'
  | 'dynamodb-writes'
  | 'dynamodb-reads'
  | 'dynamodb-storage'
  | 'dynamodb-recovery'
  | 'scheduler'
  | 'event-bus'
  | 'api-requests'
  | 'logs'
  | 'secrets'
  | 'keys'
  | 'key-requests'
  | 'traces';

const MILLION = 1_000_000;

export const PRICES: Readonly<Record<PriceName, Price>> = {
  'lambda-compute': price(0.0000133334, 1, 'GB-second, arm64', 'lambda'),
  'lambda-requests': price(0.2, MILLION, 'invocations', 'lambda'),
  'dynamodb-writes': price(0.625, MILLION, 'write units, on demand', 'dynamodb'),
  'dynamodb-reads': price(0.125, MILLION, 'read units, on demand', 'dynamodb'),
  'dynamodb-storage': price(0.25, 1, 'GB-month', 'dynamodb'),
  'dynamodb-recovery': price(0.2, 1, 'GB-month of point-in-time recovery', 'dynamodb'),
  scheduler: price(1, MILLION, 'invocations of a schedule', 'eventbridge'),
  'event-bus': price(1, MILLION, 'events', 'eventbridge'),
  'api-requests': price(1, MILLION, 'requests of an HTTP API', 'api-gateway'),
  logs: price(0.5, 1, 'GB of logs taken in', 'cloudwatch'),
  secrets: price(0.4, 1, 'secret-month', 'secrets-manager'),
  keys: price(1, 1, 'customer-managed key-month', 'kms'),
  'key-requests': price(0.03, 10_000, 'requests of a key', 'kms'),
  traces: price(5, MILLION, 'traces recorded', 'xray'),
};

function price(usd: number, per: number, unit: string, service: string): Price {
  return { usd, per, unit, source: `aws.amazon.com/${service}/pricing` };
}
