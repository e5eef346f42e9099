import { inbox, me, overview } from '../front-page-responses.ts';
import type { Documented } from '../operation.ts';

export const FRONT_PAGE = {
  'GET /v1/me': {
    answers: { 200: { description: 'Of the token that it was asked with', schema: me } },
    problems: [],
  },
  'GET /v1/overview': {
    answers: { 200: { description: 'As it stands', schema: overview } },
    problems: [],
  },
  'GET /v1/inbox': {
    answers: {
      200: { description: 'What ends first stands first; then the oldest', schema: inbox },
    },
    problems: ['seals-unavailable'],
  },
} as const satisfies Readonly<Record<string, Documented>>;
