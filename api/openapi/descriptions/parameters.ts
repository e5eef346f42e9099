interface Parameter {
  readonly description: string;
  readonly example?: unknown;
}

/** A bound is one thing everywhere: ranges that adjoin count nothing twice. */
const BOUND =
  'RFC 3339, or a date: its first moment in `timeZone` where the route has that, else in the reporting time zone.';
const FROM = `Start of the range, which belongs to it. ${BOUND}`;
const TO = `End of the range, which does not belong to it. ${BOUND}`;

/** The meanings of the parameters of queries. If the schema lists the values, the first of them is the example. */
const PARAMETERS: Readonly<Record<string, Parameter>> = {
  limit: { description: 'Items of a page, at most.', example: 50 },
  cursor: {
    description: '`next` or `previous` of another page of the list, with the same filters.',
    example: 'eyJsaXN0IjoiaW5zdHJ1Y3Rpb25zIn0.c2lnbmF0dXJl',
  },
  from: { description: FROM, example: '2026-01-01' },
  to: { description: TO, example: '2026-02-01' },
  at: {
    description: 'The last snapshot taken by this moment: RFC 3339.',
    example: '2026-01-31T23:59:59Z',
  },
  month: {
    description: 'The month in the time zone of the report, as YYYY-MM.',
    example: '2026-01',
  },
  state: {
    description:
      'Only those in one of these states, in any case: `state=sending&state=unknown`, or `state=sending,unknown`.',
  },
  sort: { description: 'The order by time. No other order has an index.' },
  text: {
    description:
      'Only those with this in an id, a label, a reference, metadata or a comment, in any case. The search reads a bounded number of items for a page: one with fewer than `limit` and a `next` goes on there.',
    example: 'invoice 4711',
  },
  account: {
    description: 'Only those to this registered account, by its id; 404 for one that never was.',
    example: 'cold-1',
  },
  currency: {
    description:
      'Only those of this currency, in any case; of trades, those of which it is one side. 404 for one that no policy, lane or balance ever named.',
    example: 'BTC',
  },
  instrument: {
    description:
      'Only those of this instrument, in any case; 404 if one of its currencies never was.',
    example: 'BTC/USD',
  },
  rule: {
    description: 'Only those of this sweep rule, by its id; 404 for one that never was.',
    example: 'btc-cold',
  },
  occurrence: {
    description:
      'Only those of this occurrence of a schedule: with `rule`, the parts of one run of a rule with a split.',
    example: '2026-01-05T09:00:00.000Z',
  },
  expand: {
    description:
      'What instructions are shown with: `decisions`, the decision of the rule that led to each, with every check; `evidence`, every reading and every explanation in place of the summary. With `decisions`, a list has at most 50 items.',
    example: 'evidence,decisions',
  },
  for: { description: 'Only what the caller may decide about.', example: 'me' },
  kind: { description: 'Only those of this kind.' },
  reference: {
    description: "Only those with this reference, to the letter: the requester's own name of it.",
    example: 'INV-2026-0117',
  },
  reason: { description: 'Only those that did not sweep for this reason.' },
  by: { description: 'Only what this person or program did.', example: 'treasurer' },
  action: { description: 'Only entries of this action.', example: 'approve-change' },
  subject: { description: 'Only entries about this.', example: 'controls' },
  format: { description: 'Format of the response.' },
  interval: { description: 'Length of each period; "raw" has the points themselves.' },
  timeZone: {
    description:
      'IANA time zone whose midnights bound days and months. Absent: the reporting time zone.',
    example: 'Europe/Vienna',
  },
  days: { description: 'How many days to look ahead.', example: 7 },
  flows: {
    description:
      '`mean`: each class of movements that the books explained in the last 90 days is expected again, what it moved in a day on average. `none`: no such movement.',
  },
  approvals: {
    description:
      '`given`: what needs an approval gets it at once. `none`: it waits, and never does.',
  },
  outcome: { description: 'Only decisions of this outcome.' },
  revaluation: { description: 'Whether what prices did is booked.' },
  class: {
    description:
      'Only those of this class: part of the label or the id of the matching rule that explained them, in any case.',
    example: 'network fee',
  },
  firstMonth: { description: 'The first month, as YYYY-MM.', example: '2026-01' },
  lastMonth: {
    description: 'The last month, which belongs to it, as YYYY-MM: at most 24 months.',
    example: '2026-03',
  },
  in: {
    description:
      'The currency that values are in, in any case: by the stored prices of each snapshot, and by manual rates where there are none. What has neither is unvalued, and says why. Absent: the reporting currency, in the same way.',
    example: 'EUR',
  },
  whole: { description: 'All rows in one file instead of a page.' },
  part: { description: 'Only this part of the file.' },
  withoutSweepSince: {
    description:
      'Only rules that have not swept from this moment on: RFC 3339, or a date in the reporting time zone. Not together with `rule`.',
    example: '2026-01-01',
  },
  after: {
    description:
      'Only events behind this place: the `sequence` of an event, or the `position` of an answer. Absent: from the oldest that is kept.',
    example: '1767603603000001',
  },
  type: {
    description:
      'Only these types, with commas between; `.*` at the end is every type that begins so.',
    example: 'com.sluice.withdrawal.*,com.sluice.rule.missed',
  },
  afterSequence: {
    description: 'Go on after this entry; `afterHash` goes with it.',
    example: 5_000,
  },
  afterHash: {
    description: 'Hash of the entry to go on after, 64 hexadecimal characters.',
    example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  },
};

/** The same if a parameter has a meaning of its own on a route, by the name of its operation. */
const OF_ONE_ROUTE: Readonly<Record<string, Parameter>> = {
  'ReportBalances.to': { description: `${TO} Absent: this moment.`, example: '2026-02-01' },
  'ReportTotals.to': { description: `${TO} Absent: this moment.`, example: '2026-02-01' },
  'ListDecisions.at': {
    description:
      'The one decision about `rule` on the last snapshot by this moment: RFC 3339. With `rule` alone.',
    example: '2026-01-31T23:59:59Z',
  },
  'ListDecisionSpans.rule': {
    description:
      'The spans of this sweep rule, by its id; 404 for one that never was. Absent: the open span of every rule.',
    example: 'btc-cold',
  },
  'ListDecisionSpans.from': {
    description: `${FROM} With \`rule\`: spans that have a run from then on. A span lies in every range that it touches.`,
    example: '2026-01-01',
  },
  'ListDecisionSpans.to': {
    description: `${TO} With \`rule\`: spans that have a run before then.`,
    example: '2026-02-01',
  },
  'ListEvents.from': {
    description: `Only events that were stored at this moment or later. ${BOUND} Not together with \`after\`.`,
    example: '2026-01-01T00:00:00Z',
  },
  'GetStatement.currency': {
    description: 'Only this currency; the digest is that of the whole statement.',
    example: 'BTC',
  },
  'GetStatement.timeZone': {
    description: 'IANA time zone whose midnights bound the month. Absent: that of the reports.',
    example: 'Europe/Vienna',
  },
};

/** The meaning of a parameter of an operation. */
export function parameterOf(operation: string, name: string): Parameter | undefined {
  return OF_ONE_ROUTE[`${operation}.${name}`] ?? PARAMETERS[name];
}
