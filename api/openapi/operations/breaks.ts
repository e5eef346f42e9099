import * as z from 'zod/mini';
import { shownBreakSchema } from '../../../treasury/breaks/show-break.ts';
import {
  BREAK_KINDS,
  breakFactSchema,
  breakOriginSchema,
} from '../../../treasury/facts/break-facts.ts';
import { BREAK_STATES } from '../../../treasury/ledger/break.ts';
import { flowSchema } from '../../../treasury/ledger/flow.ts';
import {
  shownFlowMovementSchema,
  shownLineSchema,
  shownRestatedSchema,
} from '../../../treasury/statements/shown-movement.ts';
import type { StatementOfMonth } from '../../../treasury/statements/statement-of-month.ts';
import {
  restatementSummarySchema,
  statementSummarySchema,
} from '../../../treasury/statements/statement-summary.ts';
import { instant } from '../../../treasury/time/instant-schema.ts';
import type { ProblemCode } from '../../problems/problem-table.ts';
import { enumOf } from '../enum-of.ts';
import { besideIds } from '../names-response.ts';
import type { Documented } from '../operation.ts';
import { namedPageOf } from '../page-responses.ts';

const CSV = ['text/csv'];

breakOriginSchema.register(z.globalRegistry, { id: 'BreakOrigin' });
breakFactSchema.register(z.globalRegistry, { id: 'BreakFact' });
const found = z.extend(shownBreakSchema, besideIds).register(z.globalRegistry, { id: 'Break' });
const difference = z.object({
  breakId: z.string(),
  state: z.enum(BREAK_STATES),
  kind: z.exactOptional(z.enum(BREAK_KINDS)),
  by: z.exactOptional(z.string()),
  comment: z.exactOptional(z.string()),
  class: z.exactOptional(z.string()),
});
/** As shown: without the fields that only the store needs. */
const flow = z
  .extend(z.omit(flowSchema, { tenant: true, version: true }), {
    movements: z.array(shownFlowMovementSchema),
    difference: z.exactOptional(difference),
  })
  .register(z.globalRegistry, { id: 'Flow' });
const statement = z
  .object({
    state: enumOf<StatementOfMonth['state']>({
      open: true,
      closing: true,
      frozen: true,
      unfrozen: true,
    }),
    freezesAt: z.nullable(instant),
    later: z.array(restatementSummarySchema),
    statement: statementSummarySchema,
  })
  .register(z.globalRegistry, { id: 'StatementOfMonth' });
const line = shownLineSchema.clone().register(z.globalRegistry, { id: 'StatementLine' });
const restated = shownRestatedSchema.clone().register(z.globalRegistry, { id: 'RestatedMovement' });

const DECIDED = {
  answers: { 200: { description: 'As it stands now', schema: found, headers: ['ETag'] } },
} as const;
const set = z
  .object({ items: z.array(found), more: z.boolean(), ...besideIds })
  .register(z.globalRegistry, { id: 'SelectedBreaks' });
const id = z.string();
const many = z
  .object({
    items: z.array(
      z.discriminatedUnion('result', [
        z.object({ id, result: z.literal('done'), version: z.int() }),
        z.object({
          id,
          result: z.literal('changed-meanwhile'),
          currentVersion: z.exactOptional(z.int()),
        }),
        z.object({ id, result: z.literal('refused'), code: z.string(), message: z.string() }),
      ]),
    ),
    more: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'DecidedBreaks' });
const MANY = {
  answers: { 200: { description: 'What became of each break', schema: many } },
  problems: [],
} as const;
const REFUSED: readonly ProblemCode[] = ['contended', 'break-closed', 'break-unbooked'];

export const BREAKS = {
  'GET /v1/reports/flows': {
    answers: {
      200: { description: 'Newest first', schema: namedPageOf(flow), also: CSV },
    },
    problems: [],
  },
  'GET /v1/reports/breaks': {
    answers: {
      200: { description: 'Newest first', schema: namedPageOf(found), also: CSV },
    },
    problems: [],
  },
  'GET /v1/breaks/{id}': {
    answers: { 200: { description: 'As it stands', schema: found, headers: ['ETag'] } },
    problems: [],
  },
  'GET /v1/reports/statement': {
    answers: {
      200: { description: 'As it was frozen, or as it stands', schema: statement, also: CSV },
    },
    problems: [],
  },
  'GET /v1/reports/statement/lines': {
    answers: {
      200: {
        description: 'In the order of the statement',
        schema: namedPageOf(line),
        also: CSV,
      },
    },
    problems: [],
  },
  'GET /v1/reports/statement/restatements': {
    answers: {
      200: {
        description: 'Of each currency as it was frozen, then as it is known now',
        schema: namedPageOf(restated),
        also: CSV,
      },
    },
    problems: [],
  },
  'POST /v1/breaks/select': {
    example: { filter: { state: 'open', currency: 'BTC', direction: 'inflow', maximum: '0.5' } },
    answers: {
      200: { description: 'The newest first, at most 100', schema: set, headers: ['ETag'] },
    },
    problems: [],
  },
  'POST /v1/breaks/explain': {
    ...MANY,
    example: { filter: { currency: 'BTC' }, kind: 'deposit', comment: 'Advices of 5 January' },
  },
  'POST /v1/breaks/close': {
    ...MANY,
    example: { filter: { state: 'explained' }, comment: 'Agree with the statement' },
  },
  'POST /v1/breaks/{id}/explain': {
    ...DECIDED,
    example: { kind: 'deposit', comment: 'Customer payment 4711, advice of 5 January' },
    problems: [...REFUSED, 'too-many-statements'],
  },
  'POST /v1/breaks/{id}/close': {
    ...DECIDED,
    example: { comment: 'Agrees with the statement of the counterparty' },
    problems: [...REFUSED, 'break-unexplained', 'maker-is-checker'],
  },
} as const satisfies Readonly<Record<string, Documented>>;
