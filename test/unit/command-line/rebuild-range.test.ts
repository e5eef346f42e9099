import { expect, it } from 'vitest';
import { rebuildCommand } from '../../../bin/sluice/operate/rebuild-command.ts';

it('refuses to rebuild a range that ends before it begins, which would be nothing', async () => {
  const said: string[] = [];
  const say = (line: string) => said.push(line);
  const command = rebuildCommand({ tenant: 'main', say, progress: say });
  const tables = ['--snapshots', 'snapshots', '--series', 'series'];
  const range = ['--from', '2026-02-01', '--to', '2026-01-01'];
  await expect(command.parseAsync([...tables, ...range], { from: 'user' })).rejects.toMatchObject({
    message: '--from (2026-02-01T00:00:00.000Z) is not before --to (2026-01-01T00:00:00.000Z)',
    exit: 'usage',
  });
  expect(said).toEqual([]);
});
