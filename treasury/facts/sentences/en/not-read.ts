import type { NotReadTexts } from '../answer-texts.ts';
import { sentence, written } from '../sentence.ts';

const tooLarge: NotReadTexts['tooLarge'] = ({ bytes, most }) =>
  sentence`${bytes} bytes of balances and prices; kept: at most ${most}`;

export const NOT_READ: NotReadTexts = {
  fault: {
    'without-token': (_, why) => why,
    unanswered: ({ asked, error }, why) => sentence`${asked}: ${error}: ${why}`,
    status: ({ asked, status, quoted }) =>
      sentence`${asked}: answered ${status}: ${written(quoted || '(nothing)')}`,
    'other-format': ({ asked, quoted }) =>
      sentence`${asked}: the answer is not JSON: ${written(quoted || '(nothing)')}`,
    unread: ({ asked }, found) => sentence`${asked}: ${found}`,
    'not-understood': ({ asked }, found) => sentence`${asked}: ${found}`,
  },
  after: ({ attempt, nextMs }) => [
    ...(attempt === undefined ? [] : [` (attempt ${attempt})`]),
    ...(nextMs === undefined ? [] : [`; the next attempt, in ${nextMs} ms, would be too late`]),
  ],
  notTaken: {
    'not-read': (_, failed) => failed,
    'too-large': (why) => sentence`the answers are too large to be kept: ${tooLarge(why)}`,
    late: ({ after, currency, isHere }) =>
      sentence`it was read after the snapshot of ${written(after)}, which ${isHere ? `does not know ${currency}` : `states ${currency}, which this one does not`}; the next one lists what there is`,
  },
  tooLarge,
};
