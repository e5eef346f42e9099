import type { Page } from 'playwright-core';
import { apiAs } from './api-as.ts';
import type { ConsoleUnderTest } from './console-under-test.ts';

/** A picture of docs/console.md: docs/console/NAME-light.png and NAME-dark.png. */
export interface Picture {
  readonly name: string;
  /** Below the tenant's address. */
  readonly addressOf: (console: ConsoleUnderTest) => Promise<string> | string;
  /** What is done before it is taken. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** Pixels. @default 800 */
  readonly height?: number;
}

/** A change that waits for a second person, as the inbox shows one. */
export async function exampleChange(console: ConsoleUnderTest): Promise<void> {
  const treasurer = apiAs(console, 'treasurer');
  const path = { id: 'btc-cold-storage' };
  const { data, etag } = await treasurer.get('/v1/sweep-rules/{id}', { path });
  const { id: _, version: __, ...rule } = data as unknown as Record<string, unknown>;
  await treasurer.put('/v1/sweep-rules/{id}', {
    path,
    body: { ...rule, threshold: '4' } as never,
    ...(etag !== null && { ifMatch: etag }),
  });
}

/** The pictures, in the order in which docs/console.md has them. */
export const PICTURES: readonly Picture[] = [
  { name: 'overview', addressOf: () => 'overview', height: 860 },
];
