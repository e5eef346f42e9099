import { it } from 'vitest';
import { NEXT_CANARY_TOKEN } from '../canary.ts';

it(`passes with ${NEXT_CANARY_TOKEN}`, () => {});
