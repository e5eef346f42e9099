import type { NotReadTexts } from '../answer-texts.ts';
import { moment, sentence, written } from '../sentence.ts';

const tooLarge: NotReadTexts['tooLarge'] = ({ bytes, most }) =>
  sentence`${bytes} Bytes an Beständen und Kursen; behalten werden höchstens ${most}`;

export const NOT_READ: NotReadTexts = {
  fault: {
    'without-token': (_, why) => why,
    unanswered: ({ asked, error }, why) => sentence`${asked}: ${error}: ${why}`,
    status: ({ asked, status, quoted }) =>
      sentence`${asked}: geantwortet ${status}: ${written(quoted || '(nichts)')}`,
    'other-format': ({ asked, quoted }) =>
      sentence`${asked}: die Antwort ist kein JSON: ${written(quoted || '(nichts)')}`,
    unread: ({ asked }, found) => sentence`${asked}: ${found}`,
    'not-understood': ({ asked }, found) => sentence`${asked}: ${found}`,
  },
  after: ({ attempt, nextMs }) => [
    ...(attempt === undefined ? [] : [` (Versuch ${attempt})`]),
    ...(nextMs === undefined ? [] : [`; der nächste Versuch, in ${nextMs} ms, käme zu spät`]),
  ],
  notTaken: {
    'not-read': (_, failed) => failed,
    'too-large': (why) =>
      sentence`die Antworten sind zu groß, um behalten zu werden: ${tooLarge(why)}`,
    late: ({ after, currency, isHere }) =>
      sentence`sie kam nach der Momentaufnahme vom ${moment(after)}, die ${isHere ? `${currency} nicht kennt` : `${currency} nennt, diese aber nicht`}; die nächste führt auf, was da ist`,
  },
  tooLarge,
};
