/** Ways in which a service may write a moment (reference, 2.2: "date-time, ISO 8601"), and some that are none. */
export const MOMENT_FORMS = [
  'minutes',
  'short-offset',
  'basic-offset',
  'comma',
  'small-letters',
  'basic',
  'second-60',
  'no-zone',
  'word',
  'number',
  'empty',
  'last-week',
] as const;
export type MomentForm = (typeof MOMENT_FORMS)[number];

const WEEK_MS = 7 * 24 * 3_600_000;

/** A moment as the sandbox writes it ("2026-01-31T09:00:00.000Z") in another form. */
export function writtenAs(moment: string, form: MomentForm): unknown {
  const withoutZone = moment.slice(0, -1);
  switch (form) {
    case 'minutes':
      return `${moment.slice(0, 16)}Z`;
    case 'short-offset':
      return `${withoutZone}+00`;
    case 'basic-offset':
      return `${withoutZone}+0000`;
    case 'comma':
      return moment.replace('.', ',');
    case 'small-letters':
      return moment.toLowerCase();
    case 'basic':
      return moment.replaceAll(/[-:]/g, '');
    case 'second-60':
      return `${moment.slice(0, 17)}60Z`;
    case 'no-zone':
      return withoutZone;
    case 'word':
      return 'soon';
    case 'number':
      return Date.parse(moment);
    case 'empty':
      return '';
    case 'last-week':
      return new Date(Date.parse(moment) - WEEK_MS).toISOString();
    default:
      return form satisfies never;
  }
}
