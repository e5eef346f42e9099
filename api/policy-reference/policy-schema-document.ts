import type * as z from 'zod/mini';
import { calendarDraft } from '../../treasury/policy/calendar-schema.ts';
import { manualRateDraft } from '../../treasury/policy/manual-rate-schema.ts';
import { matchingRuleDraft } from '../../treasury/policy/matching-rule-schema.ts';
import {
  policyFile,
  registeredAccountDraft,
  sweepRuleDraft,
} from '../../treasury/policy/policy-schema.ts';
import { webhookDraft } from '../../treasury/policy/webhook-schema.ts';
// Names the kinds of limits that bodies refer to.
import '../routes/sweep-rule.ts';
import { described } from '../openapi/descriptions/describe.ts';
import type { Json } from '../openapi/json.ts';
import { namedSchemaOf, schemaOf } from '../openapi/json-schema.ts';

/**
 * The objects of a policy, by the names that their descriptions go by; the API's bodies have the same names. A folder of
 * the policy (docs/rules-as-code.md) names each of these schemas by itself.
 */
const PARTS: Readonly<Record<string, z.ZodMiniType>> = {
  AccountBody: registeredAccountDraft,
  SweepRuleBody: sweepRuleDraft,
  CalendarBody: calendarDraft,
  ManualRateBody: manualRateDraft,
  MatchingRuleBody: matchingRuleDraft,
  WebhookBody: webhookDraft,
};

/** The parts that docs/policy.md has a table of each. */
export const POLICY_PARTS: readonly string[] = [...Object.keys(PARTS), 'ControlsBody'];

/** The field by which an editor finds this document; it is no part of the policy. */
const POINTER = {
  type: 'string',
  description:
    'Where the JSON Schema of policy files lies: editors complete and check the file by it. Sluice ignores it.',
};

/** What a policy file holds, in the order of docs/policy.md. */
const CONTENTS: Readonly<Record<string, string>> = {
  controls: 'The mode, and the limits that apply to everything.',
  accounts: 'The registered accounts: the only places to which money can leave.',
  rules:
    'The sweep rules: when the balance of a currency is above a threshold, how much of it leaves to which account.',
  calendars: 'The days on which rules that name one send nothing, beside the built-in ones.',
  matchingRules:
    'The movements that the books expect, by class, so that only the others are breaks. They move no money.',
  manualRates:
    'What reports value a currency by that has no price. They move no money, and no limit looks at them.',
  webhooks: 'The addresses that events are posted to. They move no money either.',
};

/**
 * The JSON Schema (draft 2020-12) of a policy file, from the schema that parses it: shapes, patterns, bounds, defaults and
 * descriptions. The rules between fields (keep at most the threshold) are not in it: `parsePolicyFile` checks those.
 */
export function policySchemaDocument(): Json {
  const schemas: Json = {};
  for (const [name, part] of Object.entries(PARTS)) {
    namedSchemaOf(part, schemas, { io: 'input', name });
  }
  const { properties, ...whole } = schemaOf(policyFile, {}, { io: 'input', name: 'PolicyFile' });
  const { controls, accounts, rules, calendars, matchingRules, manualRates, webhooks } =
    properties as Record<string, Json>;
  schemas.ControlsBody = controls;
  schemas.PolicyFile = {
    ...whole,
    properties: {
      $schema: POINTER,
      controls: { $ref: '#/components/schemas/ControlsBody' },
      accounts: { ...accounts, items: { $ref: '#/components/schemas/AccountBody' } },
      rules: { ...rules, items: { $ref: '#/components/schemas/SweepRuleBody' } },
      calendars: { ...calendars, items: { $ref: '#/components/schemas/CalendarBody' } },
      matchingRules: { ...matchingRules, items: { $ref: '#/components/schemas/MatchingRuleBody' } },
      manualRates: { ...manualRates, items: { $ref: '#/components/schemas/ManualRateBody' } },
      webhooks: { ...webhooks, items: { $ref: '#/components/schemas/WebhookBody' } },
    },
  };
  const { PolicyFile, ...$defs } = described(schemas) as Record<string, Json>;
  return plain({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A policy of Sluice',
    ...PolicyFile,
    properties: withContents(PolicyFile?.properties as Record<string, Json>),
    $defs,
  });
}

function withContents(properties: Record<string, Json>): Json {
  const named = Object.entries(properties).map(([name, property]) => {
    const description = CONTENTS[name];
    if (description === undefined && name !== '$schema') throw new Error(`no text of ${name}`);
    return [name, { ...property, ...(description === undefined ? {} : { description }) }];
  });
  return Object.fromEntries(named) as Json;
}

/** OpenAPI names the field that decides between variants, and keeps its schemas elsewhere. */
function plain(document: Json): Json {
  const text = JSON.stringify(document, (keyword, value) =>
    keyword === 'discriminator' ? undefined : value,
  );
  return JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')) as Json;
}
