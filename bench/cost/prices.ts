/*
 * List prices, without free tiers, discounts and taxes. To correct one, write here what its page says for your
 * region and the month in which you read it; `npm run cost` does the rest.
 */
export const REGION = 'us-east-1 (N. Virginia)';

/** The month of a list price that has not been checked since. */
const AS_LISTED = '2025-05';

export interface Price {
  readonly usd: number;
  /** How many of `unit` it is for. */
  readonly per: number;
  readonly unit: string;
  /** The month as of which it was listed so. */
  readonly asOf: string;
  /** The page that lists it. */
  readonly source: string;
}

export type PriceName =
  | 'lambda-compute'
  | 'lambda-requests'
  | 'dynamodb-writes'
  | 'dynamodb-reads'
  | 'dynamodb-storage'
  | 'infrequent-writes'
  | 'infrequent-reads'
  | 'infrequent-storage'
  | 'dynamodb-recovery'
  | 'scheduler'
  | 'event-bus'
  | 'api-requests'
  | 'logs'
  | 'key-requests'
  | FixedPriceName;

/** Prices of what is there, whether it is used or not. */
export const FIXED_PRICES = [
  'secrets',
  'keys',
  'alarms',
  'metrics',
  'dashboards',
  'traces',
  'log-storage',
  'data-events',
  'backup-storage',
  'cold-backup-storage',
  'firewalls',
  'firewall-rules',
  'firewall-requests',
  'delivery-requests',
] as const;
export type FixedPriceName = (typeof FIXED_PRICES)[number];

const MILLION = 1_000_000;

export const PRICES: Readonly<Record<PriceName, Price>> = {
  'lambda-compute': price(0.0000133334, 1, 'GB-second, arm64', AS_LISTED, 'lambda'),
  'lambda-requests': price(0.2, MILLION, 'invocations', AS_LISTED, 'lambda'),
  'dynamodb-writes': price(0.625, MILLION, 'write units, on demand', AS_LISTED, 'dynamodb'),
  'dynamodb-reads': price(0.125, MILLION, 'read units, on demand', AS_LISTED, 'dynamodb'),
  'dynamodb-storage': price(0.25, 1, 'GB-month', AS_LISTED, 'dynamodb'),
  'infrequent-writes': price(
    0.78,
    MILLION,
    'write units, infrequent access',
    AS_LISTED,
    'dynamodb',
  ),
  'infrequent-reads': price(0.155, MILLION, 'read units, infrequent access', AS_LISTED, 'dynamodb'),
  'infrequent-storage': price(0.1, 1, 'GB-month, infrequent access', AS_LISTED, 'dynamodb'),
  'dynamodb-recovery': price(0.2, 1, 'GB-month of point-in-time recovery', AS_LISTED, 'dynamodb'),
  scheduler: price(1, MILLION, 'invocations of a schedule', AS_LISTED, 'eventbridge'),
  'event-bus': price(1, MILLION, 'events', AS_LISTED, 'eventbridge'),
  'api-requests': price(1, MILLION, 'requests of an HTTP API', AS_LISTED, 'api-gateway'),
  logs: price(0.5, 1, 'GB of logs taken in', AS_LISTED, 'cloudwatch'),
  secrets: price(0.4, 1, 'secret-month', AS_LISTED, 'secrets-manager'),
  keys: price(1, 1, 'customer-managed key-month', AS_LISTED, 'kms'),
  'key-requests': price(0.03, 10_000, 'requests of a key', AS_LISTED, 'kms'),
  traces: price(5, MILLION, 'traces recorded', AS_LISTED, 'xray'),
  alarms: price(0.1, 1, 'metric-month that an alarm compares', AS_LISTED, 'cloudwatch'),
  metrics: price(0.3, 1, 'metric-month of our own', AS_LISTED, 'cloudwatch'),
  dashboards: price(3, 1, 'dashboard-month', AS_LISTED, 'cloudwatch'),
  'log-storage': price(0.03, 1, 'GB-month of logs kept', AS_LISTED, 'cloudwatch'),
  'data-events': price(0.1, 100_000, 'data events of a trail', AS_LISTED, 'cloudtrail'),
  'backup-storage': price(0.1, 1, 'GB-month of copies of tables', AS_LISTED, 'backup'),
  'cold-backup-storage': price(0.03, 1, 'GB-month of cold copies of tables', AS_LISTED, 'backup'),
  firewalls: price(5, 1, 'firewall-month', AS_LISTED, 'waf'),
  'firewall-rules': price(1, 1, 'rule-month of a firewall', AS_LISTED, 'waf'),
  'firewall-requests': price(0.6, MILLION, 'requests that a firewall counts', AS_LISTED, 'waf'),
  'delivery-requests': price(
    0.01,
    10_000,
    'requests of CloudFront over TLS',
    AS_LISTED,
    'cloudfront',
  ),
};

function price(usd: number, per: number, unit: string, asOf: string, service: string): Price {
  return { usd, per, unit, asOf, source: `https://aws.amazon.com/${service}/pricing/` };
}
