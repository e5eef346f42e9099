/**
 * Stands, in a request that is not sent yet, for something that exists once it is: "one of the rules",
 * "the digest of what the path names". Requests stay plain data, so that they can be made smaller and
 * repeated, whatever the ids of the next run are.
 */
export class Real {
  readonly what: RealThing;
  readonly pick: number;
  /** Laid over what is found, where that is an object. */
  readonly patch: Readonly<Record<string, unknown>>;
  constructor(what: RealThing, pick = 0, patch: Readonly<Record<string, unknown>> = {}) {
    this.what = what;
    this.pick = pick;
    this.patch = patch;
  }
  toString(): string {
    return `<${this.what} ${this.pick}>`;
  }
  toJSON(): string {
    return this.toString();
  }
}

export type RealThing =
  | 'tenant'
  | 'rule'
  | 'account'
  | 'webhook'
  | 'matching rule'
  | 'calendar'
  | 'manual rate'
  | 'change'
  | 'open change'
  | 'instruction'
  | 'awaiting instruction'
  | 'cancellable instruction'
  | 'uncertain instruction'
  | 'proposed settlement'
  | 'currency'
  | 'instrument'
  | 'bid'
  | 'ask'
  | 'key used'
  | 'cursor'
  | 'hash'
  | 'sequence'
  | 'moment'
  /* Of the thing that the path names. */
  | 'its id'
  | 'its etag'
  | 'its fill'
  | 'as it stands';

/** What fields and parameters of these names hold, where they hold something that exists. */
export const NAMED: Readonly<Record<string, RealThing>> = {
  withdrawalAccountId: 'account',
  currency: 'currency',
  reportingCurrency: 'currency',
  instrument: 'instrument',
  rule: 'rule',
  cursor: 'cursor',
  afterHash: 'hash',
  afterSequence: 'sequence',
  from: 'moment',
  to: 'moment',
  'If-Match': 'its etag',
};

/** What the `id` of a path is the id of, by how the path begins and ends. */
export function namedByPath(method: string, template: string): RealThing {
  if (template.startsWith('/v1/sweep-rules')) return 'rule';
  if (template.startsWith('/v1/accounts')) return 'account';
  if (template.startsWith('/v1/webhooks')) return 'webhook';
  if (template.startsWith('/v1/matching-rules')) return 'matching rule';
  if (template.startsWith('/v1/calendars')) return 'calendar';
  if (template.startsWith('/v1/manual-rates')) return 'manual rate';
  if (template.startsWith('/v1/lanes/{')) return 'currency';
  if (template.startsWith('/v1/changes')) return method === 'GET' ? 'change' : 'open change';
  if (template.endsWith('/settle')) return 'uncertain instruction';
  if (template.endsWith('/settle/retract')) return 'proposed settlement';
  if (template.endsWith('/cancel')) return 'cancellable instruction';
  return method === 'GET' ? 'instruction' : 'awaiting instruction';
}
