import * as z from 'zod/mini';
import { isCalendarDate } from './calendar-date.ts';

/** A date as it is stored. */
export const calendarDate = z.string().check(z.refine(isCalendarDate));
