import { describe, expect, it } from 'vitest';
import { STREAM_READERS } from '../../bin/deployment/stream-check.ts';
import { configured, type SynthesisedStacks, synthesised } from './synthesised.ts';

interface Mapping {
  readonly stack: string;
  readonly reader: string;
  readonly table: string;
  readonly properties: unknown;
}

/** What delivers which table's stream to which function, in all stacks. */
function mappingsOf({ all }: SynthesisedStacks): readonly Mapping[] {
  return [...all].flatMap(([stack, template]) => {
    const functions = template.findResources('AWS::Lambda::Function');
    return Object.values(template.findResources('AWS::Lambda::EventSourceMapping')).map(
      ({ Properties: properties }) => ({
        stack,
        reader:
          functions[properties.FunctionName.Ref]?.Properties.Environment.Variables
            .POWERTOOLS_SERVICE_NAME,
        table:
          /GetAtt([A-Za-z]+)Table[0-9A-F]{8}StreamArn/.exec(
            properties.EventSourceArn['Fn::GetStackOutput'].OutputName,
          )?.[1] ?? '',
        properties,
      }),
    );
  });
}

const plain = mappingsOf(synthesised());

describe('the streams of the tables', () => {
  it('are delivered to those functions that verifying a deployment looks for', () => {
    const readers = Object.entries(STREAM_READERS).flatMap(([table, names]) =>
      names.map((reader) => `${table} ${reader}`),
    );
    expect(plain.map(({ table, reader }) => `${table} ${reader}`).sort()).toEqual(readers.sort());
  });

  it.each(Object.entries(STREAM_READERS))(
    'of a restored %s are found by the next deployment: each mapping and the table change, and nothing else',
    (table, readers) => {
      const restored = synthesised(configured({ restoredTables: { [table]: 2 } }));
      const changed = mappingsOf(restored).filter(
        ({ properties }, index) =>
          JSON.stringify(properties) !== JSON.stringify(plain[index]?.properties),
      );
      expect(changed.map(({ reader }) => reader).sort()).toEqual([...readers].sort());
      for (const { properties } of changed) {
        expect(properties).toMatchObject({
          Tags: expect.arrayContaining([{ Key: 'restored', Value: '2' }]),
        });
      }
      const tables = Object.entries(restored.data.findResources('AWS::DynamoDB::Table'));
      const tagged = tables.filter(([, { Properties }]) =>
        JSON.stringify(Properties.Tags).includes('"restored"'),
      );
      expect(tagged.map(([id]) => id)).toEqual([expect.stringContaining(table)]);
    },
  );
});
