import type { Random } from '../random.ts';
import { textOf } from '../units.ts';

/** Worlds whose service carries out or states other amounts than it was asked for. */
export const AMOUNT_WORLDS = 0.3;

/** In thousandths of a withdrawal: within the fee bound of these worlds, and beyond it. */
const FEES = [1, 2, 5] as const;
const FEES_BEYOND = [8, 20] as const;
const BOUND_PER_MILLE = 5n;

/** How a service deals with the amounts of withdrawals, and what the policy says of that. */
export type AmountManner =
  | { readonly kind: 'gross' }
  | {
      readonly kind: 'net';
      /** What it takes of each for itself, and states less. */
      readonly feePerMille: bigint;
      readonly said: 'nothing' | 'net' | 'gross';
    }
  | {
      readonly kind: 'cut';
      /** Fraction digits that it carries out; the amounts of these worlds have two at most. */
      readonly digits: 0 | 1;
      readonly said: 'nothing' | 'digits';
    };

export const AS_ASKED: AmountManner = { kind: 'gross' };

/** What must become of an answer: it confirms, it blocks its currency, or it halts everything. */
export type AmountVerdict = 'confirms' | 'blocks' | 'halts';

export const TOLD_AMOUNTS = [
  'a net amount: confirms',
  'a net amount: blocks',
  'a net amount: halts',
  'a cut amount: confirms',
  'a cut amount: blocks',
] as const;
export type ToldAmount = (typeof TOLD_AMOUNTS)[number];

export function drawAmounts(random: Random): AmountManner {
  if (random.chance(0.5)) {
    // No rule sweeps amounts that the service is said to cut: its step would be refused. People ask for some.
    return random.chance(0.5)
      ? { kind: 'cut', digits: 1, said: 'digits' }
      : { kind: 'cut', digits: random.pick([0, 1] as const), said: 'nothing' };
  }
  const feePerMille = BigInt(random.pick(random.chance(0.2) ? FEES_BEYOND : FEES));
  return { kind: 'net', feePerMille, said: random.weighted({ nothing: 4, net: 4, gross: 1 }) };
}

/** What leaves the balance; nothing is cut to nothing. */
export function takenOf(manner: AmountManner, asked: bigint): bigint {
  if (manner.kind !== 'cut') return asked;
  const cut = asked - (asked % 10n ** BigInt(8 - manner.digits));
  return cut > 0n ? cut : asked;
}

/** What the answer states. */
export function statedOf(manner: AmountManner, asked: bigint): bigint {
  return manner.kind === 'net'
    ? asked - (asked * manner.feePerMille) / 1_000n
    : takenOf(manner, asked);
}

/** By what the policy says, worked out in units. */
export function verdictOn(manner: AmountManner, asked: bigint): AmountVerdict {
  const stated = statedOf(manner, asked);
  if (manner.kind === 'gross' || stated === asked) return 'confirms';
  if (manner.kind === 'cut') return manner.said === 'digits' ? 'confirms' : 'blocks';
  const isWithin = (asked - stated) * 1_000n <= asked * BOUND_PER_MILLE;
  if (isWithin && manner.said === 'net') return 'confirms';
  // Whatever was meant: fewer digits would explain it as well.
  if (looksCut(textOf(asked), textOf(stated))) return 'blocks';
  return isWithin && manner.said === 'nothing' ? 'blocks' : 'halts';
}

function looksCut(asked: string, stated: string): boolean {
  return asked.startsWith(stated) && (stated.includes('.') || asked[stated.length] === '.');
}

/** As the controls say it, with the bound of fees. */
export function controlsOf(manner: AmountManner, currencies: readonly string[]) {
  if (manner.kind === 'gross') return {};
  const feeBound = { percent: String(Number(BOUND_PER_MILLE) / 10) };
  if (manner.said === 'nothing') return { feeBound };
  return manner.kind === 'net'
    ? { feeBound, answeredAmounts: { amounts: manner.said } }
    : {
        feeBound,
        answeredAmounts: {
          digits: Object.fromEntries(currencies.map((each) => [each, manner.digits])),
        },
      };
}

/** The same of an account, where the controls say nothing. */
export function accountTermsOf(manner: AmountManner) {
  if (manner.kind === 'gross' || manner.said === 'nothing') return {};
  return {
    answeredAmounts: manner.kind === 'net' ? { amounts: manner.said } : { digits: manner.digits },
  };
}

/** A step that the policy accepts beside the digits. */
export function stepOf(manner: AmountManner): { readonly step?: string } {
  return manner.kind === 'cut' && manner.said === 'digits' ? { step: '0.1' } : {};
}
