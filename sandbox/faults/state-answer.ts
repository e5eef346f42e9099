import type { Answer } from '../service/answer.ts';
import { isTradeRecord, shapedTrade } from '../service/trade-answers.ts';
import type { Fault } from './fault.ts';
import { isRecord } from './is-record.ts';

type Reshaped = Extract<Fault, { kind: 'reshaped-trade-200' }>;
type Stated = Extract<Fault, { kind: 'stated-200' }>;

/** The answer with a state of its own in every withdrawal, or in the trade. */
export function stated(answer: Answer, { field, state }: Pick<Stated, 'field' | 'state'>): Answer {
  return changed(answer, (record) => ({ ...record, [field]: state }));
}

/** A trade that was accepted, and of which nothing is filled. */
export function unfilled(answer: Answer, state: string): Answer {
  return changed(answer, (record) => ({ ...record, state, fills: [] }));
}

/** The answer to a trade in another shape; what is no trade stays as it is. */
export function reshaped(answer: Answer, { shape }: Pick<Reshaped, 'shape'>): Answer {
  if (answer.status !== 200) return answer;
  const json: unknown = JSON.parse(answer.body);
  const after = isTradeRecord(json) ? shapedTrade(json, shape) : json;
  return { ...answer, body: JSON.stringify(after) };
}

/** Answers other than 200 stay as they are: there is no withdrawal and no trade in them. */
function changed(
  answer: Answer,
  change: (record: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
): Answer {
  if (answer.status !== 200) return answer;
  const json: unknown = JSON.parse(answer.body);
  const after = Array.isArray(json)
    ? json.map((each: unknown) => (isRecord(each) ? change(each) : each))
    : isRecord(json)
      ? change(json)
      : json;
  return { ...answer, body: JSON.stringify(after) };
}
