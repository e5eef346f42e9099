/*
 * A program of its own that computes made-up history: started by items-process.ts, to which it hands it over. It reads
 * nothing of this machine but its own code.
 */
import type { ItemsMessage } from './items-messages.ts';
import type { ItemsWanted } from './items-wanted.ts';
import { madeUpItems } from './made-up-items.ts';

process.once('message', (wanted: ItemsWanted) => {
  void compute(wanted);
});
// Whoever wanted the history is gone.
process.once('disconnect', () => process.exit());

async function compute(wanted: ItemsWanted): Promise<void> {
  try {
    for await (const part of madeUpItems(wanted)) await say(part);
    await say({ done: true });
  } catch (error) {
    const { stack } = error instanceof Error ? error : new Error(String(error));
    await say({ failed: stack ?? '' });
  }
  process.exit();
}

async function say(message: ItemsMessage): Promise<void> {
  await new Promise<void>((resolve) => {
    process.send?.(message, () => resolve());
  });
}
