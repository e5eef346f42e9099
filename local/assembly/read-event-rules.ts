import * as z from 'zod';
import { compilePattern } from '../streams/filter-pattern.ts';
import { refused } from './assembly-error.ts';
import { ignored, type LocatedResources } from './located-resources.ts';
import type { EventBusModel, EventRuleModel, FunctionModel } from './model.ts';
import { functionNamed } from './read-functions.ts';

const busProperties = z.strictObject({
  Name: z.string(),
  // Taking an event cannot fail here for want of a key.
  DeadLetterConfig: ignored,
  Description: ignored,
  KmsKeyIdentifier: ignored,
  LogConfig: ignored,
  Policy: ignored,
  Tags: ignored,
});

const ruleProperties = z.strictObject({
  Name: z.string().optional(),
  EventBusName: z.string().default('default'),
  EventPattern: z.record(z.string(), z.unknown()).optional(),
  ScheduleExpression: z.string().optional(),
  State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
  Targets: z
    .array(
      z.strictObject({
        Id: z.string(),
        Arn: z.string(),
        // Handing an event over cannot fail here; what the function makes of it is its own configuration.
        DeadLetterConfig: ignored,
        RetryPolicy: ignored,
        RoleArn: ignored,
        InputPath: z.string().optional(),
        InputTransformer: z.unknown().optional(),
        Input: z.string().optional(),
        SqsParameters: ignored,
      }),
    )
    .default([]),
  Description: ignored,
  RoleArn: ignored,
  Tags: ignored,
});

export function readEventBuses(resources: LocatedResources): readonly EventBusModel[] {
  return resources
    .ofType('AWS::Events::EventBus', busProperties)
    .map(({ name, arn }) => ({ name, arn }));
}

/**
 * The rules on the assembly's own buses that hand events to its functions; and, by name, what of the rules
 * is not served: other buses, where nothing happens on one machine, and targets that are no functions.
 */
export function readEventRules(
  resources: LocatedResources,
  functions: readonly FunctionModel[],
  buses: readonly EventBusModel[],
): { readonly rules: readonly EventRuleModel[]; readonly notServed: readonly string[] } {
  const notServed: string[] = [];
  const elsewhere = new Map<string, string[]>();
  const rules: EventRuleModel[] = [];
  for (const located of resources.ofType('AWS::Events::Rule', ruleProperties)) {
    const { name, properties } = located;
    const { EventBusName: reference, EventPattern: pattern, State } = properties;
    if (State === 'DISABLED') continue;
    const bus = buses.find((each) => each.name === reference || each.arn === reference);
    if (bus === undefined || pattern === undefined) {
      notServed.push(`rule ${name} on the bus ${reference}`);
      continue;
    }
    const targets = properties.Targets.flatMap((target) => {
      const found = functionNamed(functions, target.Arn);
      if (found === undefined) {
        elsewhere.set(target.Arn, [...(elsewhere.get(target.Arn) ?? []), name]);
      } else if (target.InputPath ?? target.InputTransformer ?? target.Input) {
        throw refused(located, `${target.Id}: only whole events are handed to functions locally`);
      }
      return found?.name ?? [];
    });
    const matches = compilePattern(JSON.stringify(pattern));
    rules.push({ name, busName: bus.name, matches, functionNames: targets });
  }
  return { rules, notServed: [...notServed, ...[...elsewhere].map(toElsewhere)] };
}

/** Many rules of one target are one thing that is not there. */
function toElsewhere([target, names]: readonly [string, readonly string[]]): string {
  const [only] = names;
  return names.length === 1 ? `rule ${only} to ${target}` : `${names.length} rules to ${target}`;
}
