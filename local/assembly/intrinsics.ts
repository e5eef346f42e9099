import { LocalStackError } from '../stack-error.ts';
import type { AssemblyStack, Resource } from './cloud-assembly.ts';
import { attributeOf, type NamedResource, nameOf, pseudoParameter, refOf } from './local-names.ts';

/** Deeper than this a template refers to itself in a circle: real ones nest a handful of levels. */
const MAX_DEPTH = 100;

type Arguments = readonly unknown[];

/** Resolves the open parts of templates (references, joins, imports) to the values of this machine. */
export class Intrinsics {
  readonly #stacks: ReadonlyMap<string, AssemblyStack>;
  #depth = 0;

  constructor(stacks: readonly AssemblyStack[]) {
    this.#stacks = new Map(stacks.map((stack) => [stack.name, stack]));
  }

  /** A value with every intrinsic function in it replaced. @throws LocalStackError */
  resolve(stack: string, value: unknown): unknown {
    if (this.#depth >= MAX_DEPTH) {
      throw new LocalStackError(`${stack} refers to itself in a circle`);
    }
    this.#depth += 1;
    try {
      return this.#resolve(stack, value);
    } finally {
      this.#depth -= 1;
    }
  }

  #resolve(stack: string, value: unknown): unknown {
    if (Array.isArray(value)) return value.map((entry) => this.resolve(stack, entry));
    if (value === null || typeof value !== 'object') return value;
    const entries = Object.entries(value);
    const [only] = entries;
    if (entries.length === 1 && only !== undefined && isIntrinsic(only[0])) {
      return this.#call(stack, only[0], only[1]);
    }
    return Object.fromEntries(
      entries
        .map(([key, entry]) => [key, this.resolve(stack, entry)])
        .filter(([, entry]) => entry !== undefined),
    );
  }

  #call(stack: string, name: string, argument: unknown): unknown {
    switch (name) {
      case 'Ref':
        return this.#ref(stack, this.#text(stack, name, argument));
      case 'Fn::GetAtt':
        return this.#getAtt(stack, argument);
      case 'Fn::Join': {
        const [separator, parts] = this.#list(stack, name, argument);
        return this.#list(stack, name, parts).join(String(separator));
      }
      case 'Fn::Sub':
        return this.#sub(stack, argument);
      case 'Fn::Select': {
        const [index, list] = this.#list(stack, name, argument);
        return this.#list(stack, name, list)[Number(index)];
      }
      case 'Fn::Split': {
        const [separator, text] = this.#list(stack, name, argument);
        return String(text).split(String(separator));
      }
      case 'Fn::FindInMap': {
        const [map, first, second] = this.#list(stack, name, argument).map(String);
        const { Mappings } = this.#stack(stack).template;
        return Mappings[map ?? '']?.[first ?? '']?.[second ?? ''];
      }
      case 'Fn::ImportValue':
        return this.#imported(stack, this.#text(stack, name, argument));
      case 'Fn::GetStackOutput':
        return this.#stackOutput(stack, argument);
      default:
        throw new LocalStackError(`${stack} uses ${name}, which is not served locally`);
    }
  }

  #ref(stack: string, logicalId: string): unknown {
    if (logicalId === 'AWS::NoValue') return undefined;
    const pseudo = pseudoParameter(logicalId, stack);
    if (pseudo !== null) return pseudo;
    const { Parameters, Resources } = this.#stack(stack).template;
    const parameter = Parameters[logicalId];
    if (parameter !== undefined) return parameter.Default;
    return refOf(this.#named(stack, logicalId, Resources[logicalId]));
  }

  #getAtt(stack: string, argument: unknown): string {
    const [logicalId = '', ...path] =
      typeof argument === 'string' ? argument.split('.') : this.#texts(stack, argument);
    const resource = this.#stack(stack).template.Resources[logicalId];
    const attribute = path.join('.');
    const value = attributeOf(this.#named(stack, logicalId, resource), attribute);
    if (value !== null) return value;
    throw new LocalStackError(
      `${stack} asks for ${logicalId}.${attribute} of ${resource?.Type}, which is not known locally`,
    );
  }

  #sub(stack: string, argument: unknown): string {
    const [text, variables] =
      typeof argument === 'string' ? [argument, {}] : (argument as Arguments);
    const own = (variables ?? {}) as Readonly<Record<string, unknown>>;
    return String(text).replaceAll(/\$\{(!?)([^}]*)\}/g, (_, literal: string, name: string) => {
      if (literal !== '') return `\${${name}}`;
      if (Object.hasOwn(own, name)) return String(this.resolve(stack, own[name]));
      const value =
        name.includes('.') && !name.includes('::') ? { 'Fn::GetAtt': name } : { Ref: name };
      return String(this.resolve(stack, value));
    });
  }

  #imported(stack: string, exportName: string): unknown {
    for (const { name, template } of this.#stacks.values()) {
      for (const output of Object.values(template.Outputs)) {
        if (output.Export === undefined) continue;
        if (this.resolve(name, output.Export.Name) === exportName) {
          return this.resolve(name, output.Value);
        }
      }
    }
    throw new LocalStackError(`${stack} imports ${exportName}, which no stack exports`);
  }

  #stackOutput(stack: string, argument: unknown): unknown {
    const { StackName, OutputName } = this.resolve(stack, argument) as Record<string, unknown>;
    const output = this.#stacks.get(String(StackName))?.template.Outputs[String(OutputName)];
    if (output !== undefined) return this.resolve(String(StackName), output.Value);
    throw new LocalStackError(`${stack} reads ${StackName}.${OutputName}, which is not there`);
  }

  /** A resource with its naming property resolved, since names are made of parameters at times. */
  #named(stack: string, logicalId: string, resource: Resource | undefined): NamedResource {
    if (resource === undefined) {
      throw new LocalStackError(`${stack} refers to ${logicalId}, which is not in it`);
    }
    return this.named(stack, logicalId, resource);
  }

  named(stack: string, logicalId: string, resource: Resource): NamedResource {
    const plain = { stack, logicalId, resource: { ...resource, Properties: {} } };
    // Only a value that is resolved by name can be in a name: the rest would lead in circles.
    const Properties = Object.fromEntries(
      [
        'TableName',
        'FunctionName',
        'Name',
        'QueueName',
        'BucketName',
        'LogGroupName',
        'TopicName',
        'TrailName',
        'Identifier',
      ].flatMap((property) => {
        const value = resource.Properties[property];
        return value === undefined ? [] : [[property, this.resolve(stack, value)]];
      }),
    );
    const named = { ...plain, resource: { ...resource, Properties } };
    return nameOf(named) === '' ? plain : named;
  }

  #stack(name: string): AssemblyStack {
    const stack = this.#stacks.get(name);
    if (stack === undefined) throw new LocalStackError(`there is no stack ${name} in the assembly`);
    return stack;
  }

  #text(stack: string, name: string, argument: unknown): string {
    const value = this.resolve(stack, argument);
    if (typeof value === 'string') return value;
    throw new LocalStackError(`${stack} uses ${name} with something else than a text`);
  }

  #list(stack: string, name: string, argument: unknown): Arguments {
    const value = this.resolve(stack, argument);
    if (Array.isArray(value)) return value;
    throw new LocalStackError(`${stack} uses ${name} with something else than a list`);
  }

  #texts(stack: string, argument: unknown): readonly string[] {
    return this.#list(stack, 'Fn::GetAtt', argument).map(String);
  }
}

function isIntrinsic(key: string): boolean {
  return key === 'Ref' || key.startsWith('Fn::');
}
