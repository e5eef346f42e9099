import * as z from 'zod/mini';
import type { ShownDataByType } from '../../treasury/events/show-event.ts';
import type { EventType } from '../../treasury/events/treasury-event.ts';

/** One type of event: when it is sent and what its data are. */
export interface EventKind<Type extends EventType = EventType> {
  readonly when: string;
  readonly data: z.ZodMiniType<ShownDataByType[Type]>;
}

/** Parts that the data of many types have. */
export const text = z.string().check(z.minLength(1));
export const version = z.int().check(z.positive());
export const names = z.array(text);

/** The types of one topic. */
export type Kinds<Prefix extends string> = {
  readonly [Type in EventType as Type extends `com.sluice.${Prefix}.${string}`
    ? Type
    : never]: EventKind<Type>;
};
