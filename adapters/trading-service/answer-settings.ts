import * as z from 'zod/mini';
import '../../treasury/validation/zod-locale.ts';
import { FIELD_PATH, type TradeFields } from './trade-fields.ts';

/** Texts of one service that look like a failure and are none. More of them is a table that does not fit it. */
export const MAX_HARMLESS_TEXTS = 20;

/** Longest such text: it is compared whole, so it has to be a sentence and not a page. */
export const MAX_HARMLESS_CHARACTERS = 120;

export const FIELD_PATH_TEXT = 'names joined by dots, such as "data.orderId"';

/** What a stage knows about the answers of its service. */
export interface AnswerSettings {
  readonly tradeFields: TradeFields;
  /** Texts and codes that state no failure, although the table of failures would take them for one. */
  readonly harmlessTexts: readonly string[];
}

export const NO_ANSWER_SETTINGS: AnswerSettings = { tradeFields: {}, harmlessTexts: [] };

const path = z.exactOptional(z.string().check(z.regex(FIELD_PATH, FIELD_PATH_TEXT)));

/** Each of its parts may be missing; a name that it does not know is refused, since it would be a typing error. */
export const answerSettingsFields = () => ({
  tradeFields: z._default(
    z.strictObject({ instrumentAt: path, sideAt: path, amountAt: path, idAt: path }),
    {},
  ),
  harmlessTexts: z._default(
    z
      .array(z.string().check(z.minLength(1), z.maxLength(MAX_HARMLESS_CHARACTERS)))
      .check(z.maxLength(MAX_HARMLESS_TEXTS)),
    [],
  ),
});
