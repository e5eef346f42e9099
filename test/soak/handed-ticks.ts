import * as z from 'zod';
import { folderNames } from '../../bench/stack/open.ts';
import type { Stack } from '../../local/stack.ts';

const tick = z.object({ scheduledFor: z.string() });

/** The ticks that the schedule handed to the function that takes snapshots, from now on. */
export function handedTicks(stack: Stack): ReadonlySet<string> {
  const { functions } = stack.runtime;
  const names = folderNames(stack);
  const ticks = new Set<string>();
  const invoke = functions.invoke.bind(functions);
  functions.invoke = async (name, payload, options) => {
    if (names.get(name) === 'take-snapshot') {
      const { scheduledFor } = tick.parse(JSON.parse(payload));
      ticks.add(new Date(scheduledFor).toISOString());
    }
    return await invoke(name, payload, options);
  };
  return ticks;
}
