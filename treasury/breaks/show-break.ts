import * as z from 'zod/mini';
import { LANGUAGES, type Language, type Reader } from '../facts/sentences/language.ts';
import { sayOfBreak } from '../facts/sentences/say/say-break.ts';
import {
  type Break,
  breakHistoryEntrySchema,
  breakSchema,
  breakStatusSchemas,
  SEVERITIES,
  severityOf,
} from '../ledger/break.ts';

const { matched, open, explained, byPeople, automatic } = breakStatusSchemas;
const { shape } = z.omit(breakSchema, { tenant: true });

/** A break as readers get it: its facts, and what they come to in words. */
export const shownBreakSchema = z.object({
  ...shape,
  message: z.string(),
  severity: z.enum(SEVERITIES),
  status: z.union([
    matched,
    open,
    explained,
    byPeople,
    z.extend(automatic, { comment: z.string() }),
  ]),
  history: z.array(z.extend(breakHistoryEntrySchema, { message: z.string() })),
});

/** The same, and how urgent it is. */
export function showBreak({ tenant: _, ...each }: Break, reader?: Language | Reader) {
  return {
    ...each,
    message: sayOfBreak(each, each.found, reader),
    severity: severityOf(each),
    status: shownStatus(each, reader),
    history: each.history.map((line) => ({
      ...line,
      message: sayOfBreak(each, line.fact, reader),
    })),
  };
}

/** Every sentence and comment of a break, in every language: what people look for. */
export function textsOfBreak(each: Break): readonly string[] {
  const said = LANGUAGES.flatMap((language) => {
    const { message, history } = showBreak(each, language);
    return [message, ...history.map((line) => line.message)];
  });
  return [each.id, ...said];
}

function shownStatus(each: Omit<Break, 'tenant'>, reader: Language | Reader | undefined): object {
  const { status } = each;
  const isAutomatic = status.state === 'closed' && status.how !== 'by-people';
  if (!isAutomatic) return status;
  const { how, instructionIds } = status;
  const fact = { code: 'accounted-for', how, instructionIds } as const;
  return { ...status, comment: sayOfBreak(each, fact, reader) };
}
