import { describe, expect, it } from 'vitest';
import type { Properties } from './synthesised.ts';
import { configured, synthesised } from './synthesised.ts';

/** Every resource of every stack by stack and logical id. */
function resourcesAt(snapshotEveryMinutes: 5 | 30): ReadonlyMap<string, Properties> {
  const { all } = synthesised(configured({ snapshotEveryMinutes }));
  return new Map(
    [...all].flatMap(([stack, template]) =>
      Object.entries(template.toJSON().Resources as Record<string, Properties>).map(
        ([id, resource]) => [`${stack} ${id}`, resource] as const,
      ),
    ),
  );
}

describe('another interval of the snapshots', () => {
  const before = resourcesAt(5);
  const after = resourcesAt(30);

  it('is another schedule, other periods of alarms and another bound of late starts', () => {
    expect([...after.keys()]).toEqual([...before.keys()]);
    const changed = [...before]
      .filter(([name, resource]) => JSON.stringify(resource) !== JSON.stringify(after.get(name)))
      .map(
        ([name, { Type }]) => `${Type} ${name.replace(/^.*-(\w+) (\w+?)[0-9A-F]{8}$/, '$1 $2')}`,
      );
    const others = changed.filter((name) => !name.startsWith('AWS::CloudWatch::Alarm'));
    expect(others.sort()).toEqual([
      // A rule may start late by two intervals at least, which it checks.
      'AWS::Lambda::Function api managepolicy',
      // A preview judges drafts by the same bound.
      'AWS::Lambda::Function api previewpolicy',
      // The overview says whether the last snapshot is older than it should be.
      'AWS::Lambda::Function api queryledger',
      // Statements say how many snapshots were expected: where they are read, written as a file, and frozen.
      'AWS::Lambda::Function api queryreports',
      'AWS::Lambda::Function api writeexport',
      'AWS::Lambda::Function automation updatebooks',
      // The forecast that is kept of a day walks by the interval.
      'AWS::Lambda::Function automation watchdog',
      'AWS::Scheduler::Schedule automation snapshotmain',
      'AWS::Scheduler::Schedule automation watchmain',
    ]);
    expect(changed).toContain('AWS::CloudWatch::Alarm observability alarmsnosnapshot');
  });
});
