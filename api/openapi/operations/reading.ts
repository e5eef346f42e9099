import * as z from 'zod/mini';
import type { Documented } from '../operation.ts';
import { namedPageOf, pageOf } from '../page-responses.ts';
import {
  account,
  calendar,
  currentControls,
  decision,
  decisionSpan,
  halt,
  instruction,
  laneView,
  listedRule,
  manualRate,
  matchingRule,
  webhook,
} from '../response-schemas.ts';

export const READING = {
  'GET /v1/openapi.json': {
    answers: {
      200: { description: 'OpenAPI 3.1', schema: z.looseObject({ openapi: z.string() }) },
    },
    problems: [],
  },
  'GET /v1/events.schema.json': {
    answers: {
      200: {
        description:
          'JSON Schema 2020-12: one definition for each type, and its data under the name in `dataschema`',
        schema: z.looseObject({ $schema: z.string() }),
      },
    },
    problems: [],
  },
  'GET /v1/instructions': {
    answers: { 200: { description: 'Newest first', schema: namedPageOf(instruction) } },
    problems: [],
  },
  'GET /v1/instructions/{id}': {
    answers: { 200: { description: 'As it stands', schema: instruction, headers: ['ETag'] } },
    problems: [],
  },
  'GET /v1/withdrawals': {
    answers: { 200: { description: 'Newest first', schema: namedPageOf(instruction) } },
    problems: [],
  },
  'GET /v1/withdrawals/{id}': {
    answers: { 200: { description: 'As it stands', schema: instruction, headers: ['ETag'] } },
    problems: [],
  },
  'GET /v1/sweep-rules': {
    answers: { 200: { description: 'All of them', schema: namedPageOf(listedRule) } },
    problems: [],
  },
  'GET /v1/accounts': {
    answers: { 200: { description: 'All of them', schema: pageOf(account) } },
    problems: [],
  },
  'GET /v1/calendars': {
    answers: { 200: { description: 'All of them', schema: pageOf(calendar) } },
    problems: [],
  },
  'GET /v1/webhooks': {
    answers: { 200: { description: 'All of them', schema: namedPageOf(webhook) } },
    problems: [],
  },
  'GET /v1/manual-rates': {
    answers: { 200: { description: 'All of them', schema: pageOf(manualRate) } },
    problems: [],
  },
  'GET /v1/matching-rules': {
    answers: { 200: { description: 'All of them', schema: pageOf(matchingRule) } },
    problems: [],
  },
  'GET /v1/controls': {
    answers: { 200: { description: 'As they stand', schema: currentControls, headers: ['ETag'] } },
    problems: [],
  },
  'GET /v1/controls/halt': {
    answers: { 200: { description: 'As it stands', schema: halt, headers: ['ETag'] } },
    problems: [],
  },
  'GET /v1/lanes': {
    answers: { 200: { description: 'One of each currency', schema: namedPageOf(laneView) } },
    problems: [],
  },
  'GET /v1/decisions': {
    answers: { 200: { description: 'Newest first', schema: namedPageOf(decision) } },
    problems: [],
  },
  'GET /v1/decisions/spans': {
    answers: {
      200: {
        description: 'Of a rule newest first, the open one included; else the open ones, by rule',
        schema: namedPageOf(decisionSpan),
      },
    },
    problems: [],
  },
} as const satisfies Readonly<Record<string, Documented>>;
