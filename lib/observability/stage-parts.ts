import { type Stack, Token } from 'aws-cdk-lib';
import { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Table } from 'aws-cdk-lib/aws-dynamodb';
import { CfnRule } from 'aws-cdk-lib/aws-events';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { eventBusName as busNameOf } from '../constructs/treasury-bus.ts';
import { TreasuryFunction } from '../constructs/treasury-function.ts';

/** A part of a stage by the name that people know it by. */
export interface Named<T> {
  readonly name: string;
  readonly part: T;
}

/** The name that CloudWatch knows a rule by: for one on the account's own bus its name alone. */
export type RuleDimensions = { readonly RuleName: string; readonly EventBusName?: string };

/** The watched parts of the stage's stacks: all there are, so that no new one is forgotten. */
export interface StageParts {
  readonly functions: readonly Named<TreasuryFunction>[];
  readonly queues: readonly Named<Queue>[];
  readonly tables: readonly Named<Table>[];
  readonly apis: readonly Named<HttpApi>[];
  readonly rules: readonly Named<RuleDimensions>[];
}

export function partsOf(stage: string, stacks: readonly Stack[]): StageParts {
  const all = stacks.flatMap((stack) =>
    stack.node.findAll().map((part) => ({ stack: shortName(stage, stack), part })),
  );
  return {
    functions: all.flatMap(({ part }) =>
      part instanceof TreasuryFunction ? [{ name: part.node.id, part }] : [],
    ),
    // Two stacks have a queue of the same name.
    queues: all.flatMap(({ stack, part }) =>
      part instanceof Queue ? [{ name: `${stack}-${part.node.id}`, part }] : [],
    ),
    tables: all.flatMap(({ part }) =>
      part instanceof Table
        ? [{ name: (part.node.scope?.node.id ?? part.node.id).toLowerCase(), part }]
        : [],
    ),
    rules: all.flatMap(({ part }) => (part instanceof CfnRule ? [ruleOf(stage, part)] : [])),
    apis: all.flatMap(({ stack, part }) =>
      part instanceof HttpApi ? [{ name: stack, part }] : [],
    ),
  };
}

function ruleOf(stage: string, { name, eventBusName, node }: CfnRule): Named<RuleDimensions> {
  if (name === undefined || Token.isUnresolved(name)) {
    throw new Error(`${node.path}: a rule needs a name of ours, by which its alarm knows it`);
  }
  return {
    name: name.replace(`sluice-${stage}-`, ''),
    part: {
      RuleName: name,
      // The only bus of ours; if there is none, the account's.
      ...(eventBusName === undefined ? {} : { EventBusName: busNameOf(stage) }),
    },
  };
}

/** "automation" of sluice-dev-automation. */
function shortName(stage: string, stack: Stack): string {
  return stack.stackName.replace(`sluice-${stage}-`, '');
}
