import * as z from 'zod/mini';
import {
  decisionsQuery,
  instructionsQuery,
  noQuery,
  withdrawalsQuery,
} from '../../routes/queries.ts';
import type { Operation } from '../operation.ts';
import {
  account,
  decision,
  halt,
  instruction,
  laneView,
  listOf,
  pageOf,
  rule,
  standingControls,
} from '../response-schemas.ts';

export const READING: Readonly<Record<string, Operation>> = {
  'GET /v1/openapi.json': {
    query: noQuery,
    answers: {
      200: { description: 'OpenAPI 3.1', schema: z.looseObject({ openapi: z.string() }) },
    },
    problems: [],
  },
  'GET /v1/instructions': {
    query: instructionsQuery,
    answers: { 200: { description: 'Newest first', schema: pageOf(instruction) } },
    problems: [],
  },
  'GET /v1/instructions/{id}': {
    query: noQuery,
    answers: { 200: { description: 'As it stands', schema: instruction, headers: ['ETag'] } },
    problems: [],
  },
  'GET /v1/withdrawals': {
    query: withdrawalsQuery,
    answers: { 200: { description: 'Newest first', schema: pageOf(instruction) } },
    problems: [],
  },
  'GET /v1/withdrawals/{id}': {
    query: noQuery,
    answers: { 200: { description: 'As it stands', schema: instruction, headers: ['ETag'] } },
    problems: [],
  },
  'GET /v1/sweep-rules': {
    query: noQuery,
    answers: { 200: { description: 'All of them', schema: listOf(rule) } },
    problems: [],
  },
  'GET /v1/accounts': {
    query: noQuery,
    answers: { 200: { description: 'All of them', schema: listOf(account) } },
    problems: [],
  },
  'GET /v1/controls': {
    query: noQuery,
    answers: { 200: { description: 'As they stand', schema: standingControls, headers: ['ETag'] } },
    problems: [],
  },
  'GET /v1/controls/halt': {
    query: noQuery,
    answers: { 200: { description: 'As it stands', schema: halt, headers: ['ETag'] } },
    problems: [],
  },
  'GET /v1/lanes': {
    query: noQuery,
    answers: { 200: { description: 'One of each currency', schema: listOf(laneView) } },
    problems: [],
  },
  'GET /v1/decisions': {
    query: decisionsQuery,
    answers: { 200: { description: 'Newest first', schema: pageOf(decision) } },
    problems: [],
  },
};
