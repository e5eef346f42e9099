import * as z from 'zod/mini';
import { calendarDraft } from '../../treasury/policy/calendar-schema.ts';

/** The body of POST and PUT of a calendar: whole, as a policy file has it. */
export const calendarBody = calendarDraft
  .clone()
  .register(z.globalRegistry, { id: 'CalendarBody' });
