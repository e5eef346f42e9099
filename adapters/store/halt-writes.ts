import type { TransactWriteItem, UpdateItemCommandInput } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { LedgerWrite } from '../../treasury/ledger/ledger.ts';
import {
  causeOf,
  currencyCause,
  type HaltAct,
  type HaltState,
  MAX_HALTED_CURRENCIES,
  MAX_UNAUDITED,
} from '../../treasury/policy/halt-state.ts';
import { toItem } from './item.ts';
import { ledgerKeys } from './keys.ts';

/** An update of the halt's item, as a request of its own or as a part of a transaction. */
export type HaltUpdate = Pick<
  UpdateItemCommandInput,
  | 'TableName'
  | 'Key'
  | 'UpdateExpression'
  | 'ConditionExpression'
  | 'ExpressionAttributeNames'
  | 'ExpressionAttributeValues'
> & { readonly UpdateExpression: string };

/**
 * Whether the comment of a halt is kept for the audit log, or only counted: if too many wait already, or if the
 * waiting ones are not a list.
 */
export type Keeping = 'kept' | 'counted';

const ROOM = '(attribute_not_exists(#unaudited) OR size(#unaudited) < :max)';

/** Everything is halted. It reads nothing, and depends on nothing that others write. */
export function haltEverything(
  table: string,
  tenant: string,
  act: HaltAct,
  keeping: Keeping | 'kept-always' = 'kept-always',
): HaltUpdate {
  const kept = keptPart(act, keeping === 'counted' ? 'counted' : 'kept');
  return update(table, tenant, {
    set: [
      '#mode = :halted',
      '#because = :cause',
      '#currencies = if_not_exists(#currencies, :none)',
      ...kept.set,
    ],
    add: kept.add,
    ...(keeping === 'kept' ? { condition: ROOM } : {}),
    names: {},
    values: {
      ':halted': 'halted',
      ':cause': causeOf(act),
      ':none': {},
      ...kept.values,
      ...(keeping === 'kept' ? { ':max': MAX_UNAUDITED } : {}),
    },
  });
}

/** One currency is halted, in the list of halted ones: `first` if there is no list yet. */
export function haltCurrency(
  table: string,
  tenant: string,
  act: HaltAct & { readonly currency: string },
  keeping: Keeping,
  first: boolean,
): HaltUpdate {
  const kept = keptPart(act, keeping);
  const room = keeping === 'kept' ? [ROOM] : [];
  const list = first
    ? 'attribute_not_exists(#currencies)'
    : 'attribute_exists(#currencies) AND (attribute_exists(#currencies.#currency) OR size(#currencies) < :most)';
  const cause = currencyCause(act);
  return update(table, tenant, {
    set: [
      '#mode = if_not_exists(#mode, :live)',
      first ? '#currencies = :causes' : '#currencies.#currency = :cause',
      ...kept.set,
    ],
    add: kept.add,
    condition: [list, ...room].join(' AND '),
    names: first ? {} : { '#currency': act.currency },
    values: {
      ':live': 'live',
      ...(first
        ? { ':causes': { [act.currency]: cause } }
        : { ':cause': cause, ':most': MAX_HALTED_CURRENCIES }),
      ...kept.values,
      ...(keeping === 'kept' ? { ':max': MAX_UNAUDITED } : {}),
    },
  });
}

/**
 * Everything is halted, whatever is under the key: even an item that no version of Sluice writes. The generation is
 * the time in milliseconds, which no count of halts ever reaches.
 */
export function haltAnew(tenant: string, act: HaltAct): HaltState {
  return {
    tenant,
    generation: Date.parse(act.at),
    mode: 'halted',
    because: causeOf(act),
    currencies: {},
    unaudited: [act],
    unkept: 0,
  };
}

/** As it was read before the balances were, and live: the condition of every claim. */
export function assertHalt(
  table: string,
  tenant: string,
  { generation, currencies }: LedgerWrite & { readonly kind: 'assert-halt-generation' },
): TransactWriteItem {
  const target = { TableName: table, Key: marshall(ledgerKeys.halt(tenant)) };
  if (generation === 0) {
    return { ConditionCheck: { ...target, ConditionExpression: 'attribute_not_exists(pk)' } };
  }
  const names: Record<string, string> = {
    '#generation': 'generation',
    '#mode': 'mode',
    '#currencies': 'currencies',
  };
  const conditions = ['#generation = :generation', '#mode = :live'];
  for (const [index, currency] of currencies.entries()) {
    names[`#currency${index}`] = currency;
    conditions.push(`attribute_not_exists(#currencies.#currency${index})`);
  }
  return {
    ConditionCheck: {
      ...target,
      ConditionExpression: conditions.join(' AND '),
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: marshall({ ':generation': generation, ':live': 'live' }),
    },
  };
}

function keptPart(act: HaltAct, keeping: Keeping) {
  return keeping === 'kept'
    ? {
        set: ['#unaudited = list_append(if_not_exists(#unaudited, :noActs), :acts)'],
        add: ['#generation :one'],
        values: { ':noActs': [], ':acts': [act] },
      }
    : { set: [], add: ['#generation :one', '#unkept :one'], values: {} };
}

interface Parts {
  readonly set: readonly string[];
  readonly add: readonly string[];
  readonly condition?: string;
  readonly names: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, unknown>>;
}

/** DynamoDB refuses names that the expression does not mention: only the mentioned ones are given. */
const NAMES = ['mode', 'because', 'currencies', 'unaudited', 'unkept', 'generation'] as const;

function update(table: string, tenant: string, parts: Parts): HaltUpdate {
  const { set, add, condition, names, values } = parts;
  const expression = `SET #entity = :entity, #tenant = :tenant, ${set.join(', ')} ADD ${add.join(', ')}`;
  const text = `${expression} ${condition ?? ''}`;
  const used = NAMES.filter((name) => new RegExp(`#${name}\\b`).test(text));
  return {
    TableName: table,
    Key: marshall(ledgerKeys.halt(tenant)),
    UpdateExpression: expression,
    ...(condition === undefined ? {} : { ConditionExpression: condition }),
    ExpressionAttributeNames: {
      '#entity': 'entity',
      '#tenant': 'tenant',
      ...Object.fromEntries(used.map((name) => [`#${name}`, name])),
      ...names,
    },
    ExpressionAttributeValues: toItem({
      ':entity': 'halt',
      ':tenant': tenant,
      ':one': 1,
      ...values,
    }),
  };
}
