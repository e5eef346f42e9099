import * as z from 'zod';
import type { LocalStackError } from '../stack-error.ts';
import { type Place, refused } from './assembly-error.ts';
import type { CloudAssembly, Resource } from './cloud-assembly.ts';
import { Intrinsics } from './intrinsics.ts';
import { attributeOf, nameOf, refOf } from './local-names.ts';

/** A property that changes nothing on this machine: tags, encryption, descriptions. */
export const ignored = z.unknown().optional();

/** A resource of one type with its names and its properties, resolved and checked. */
export interface Located<T> extends Place {
  readonly name: string;
  /** The value of `Ref`. */
  readonly ref: string;
  readonly properties: T;
  /** The value of `Fn::GetAtt` for `Arn`. */
  readonly arn: string;
}

/** The assembly's resources by type. */
export class LocatedResources {
  readonly assembly: CloudAssembly;
  readonly #intrinsics: Intrinsics;

  constructor(assembly: CloudAssembly) {
    this.assembly = assembly;
    this.#intrinsics = new Intrinsics(assembly.stacks);
  }

  /** Every resource, as (type, place). */
  places(): readonly Place[] {
    return this.assembly.stacks.flatMap(({ name, template }) =>
      Object.entries(template.Resources).map(([logicalId, { Type }]) => ({
        stack: name,
        logicalId,
        type: Type,
      })),
    );
  }

  /**
   * All resources of a type. The schema names every property that is served or makes no difference
   * here; any other is refused, so that nothing of the template is lost in silence.
   */
  ofType<T>(type: string, schema: z.ZodType<T>): readonly Located<T>[] {
    return this.assembly.stacks.flatMap(({ name, template }) =>
      Object.entries(template.Resources)
        .filter(([, resource]) => resource.Type === type)
        .map(([logicalId, resource]) => this.#located(name, logicalId, resource, schema)),
    );
  }

  #located<T>(
    stack: string,
    logicalId: string,
    resource: Resource,
    schema: z.ZodType<T>,
  ): Located<T> {
    const place = { stack, logicalId, type: resource.Type };
    if (resource.Condition !== undefined) {
      throw refused(place, 'a condition decides whether it exists, which is not served locally');
    }
    const parsed = schema.safeParse(this.#intrinsics.resolve(stack, resource.Properties));
    if (!parsed.success) throw notServed(place, parsed.error);
    const named = this.#intrinsics.named(stack, logicalId, resource);
    return {
      ...place,
      name: nameOf(named),
      ref: refOf(named),
      arn: attributeOf(named, 'Arn') ?? '',
      properties: parsed.data,
    };
  }
}

function notServed(place: Place, error: z.ZodError): LocalStackError {
  const [issue] = error.issues;
  if (issue === undefined) return refused(place, 'it is not understood');
  const at = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    const fields = issue.keys.map((key) => (at === '' ? key : `${at}.${key}`));
    return refused(place, `${fields.join(', ')} is not served locally`);
  }
  return refused(place, `${at}: ${issue.message}`);
}

/** The one of a list that is meant by a text, or a clear refusal. */
export function found<T>(value: T | undefined, place: Place, what: string): T {
  if (value === undefined) throw refused(place, `${what} is not in the assembly`);
  return value;
}
