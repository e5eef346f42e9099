import { feesText } from '../../../treasury/statements/fill-sums.ts';
import type { InstructionFacts } from '../../../treasury/statements/instruction-facts.ts';
import { descriptionOf, peopleOf } from '../../../treasury/statements/shown-movement.ts';
import { writableInXml } from '../cells.ts';
import { accountId } from './account.ts';
import { booked } from './booked.ts';
import type { Entry, EntryKind, Native } from './entries.ts';
import { asReference, MAX_REFERENCE } from './references.ts';
import { xml } from './xml.ts';

/** Characters of the schema's additional information about an entry. */
const MAX_500 = 500;

/** Characters of a line of the schema's remittance information. */
const MAX_140 = 140;

/**
 * Codes of ISO 20022's external set for kinds that one of them certainly means; the rest is "extended domain, not
 * available". Beside each stands Sluice's own word.
 */
const CODES: Readonly<Record<EntryKind, readonly [domain: string, family: string, sub: string]>> = {
  withdrawal: ['PMNT', 'ICDT', 'OTHR'],
  inflow: ['PMNT', 'RCDT', 'OTHR'],
  outflow: ['PMNT', 'ICDT', 'OTHR'],
  trade: ['FORX', 'SPOT', 'OTHR'],
  unexplained: ['XTND', 'NTAV', 'NTAV'],
  revaluation: ['XTND', 'NTAV', 'NTAV'],
  'enters-valuation': ['XTND', 'NTAV', 'NTAV'],
  'leaves-valuation': ['XTND', 'NTAV', 'NTAV'],
  'movements-without-price': ['XTND', 'NTAV', 'NTAV'],
  'outside-valuation': ['XTND', 'NTAV', 'NTAV'],
  rounding: ['XTND', 'NTAV', 'NTAV'],
};

const TITLES: Readonly<Record<EntryKind, string>> = {
  withdrawal: 'Withdrawal',
  trade: 'Trade',
  inflow: 'Inflow',
  outflow: 'Outflow',
  unexplained: 'Unexplained difference',
  revaluation: 'Revaluation',
  'enters-valuation': 'Enters valuation',
  'leaves-valuation': 'Leaves valuation',
  'movements-without-price': 'Movements without a price',
  'outside-valuation': 'Outside valuation',
  rounding: 'Rounding',
};

export interface EntrySetting {
  /** The entry's own, the same in every file that it is in. */
  readonly reference: string;
  readonly currency: string;
  readonly scale: number;
  readonly bookingDate: string;
  readonly valueDate: string;
  /** Whether it may still change: no receiver books it yet. */
  readonly isPending: boolean;
  /** What is known of the instruction beside the statement; undefined where nothing is. */
  readonly facts: InstructionFacts | undefined;
}

/** One entry (ReportEntry10), elements in the schema's order. */
export function entryXml(entry: Entry, setting: EntrySetting): string {
  const { kind, amount, movement, natives, exactly } = entry;
  const { reference, currency, scale, bookingDate, valueDate, facts, isPending } = setting;
  const { text, indicator } = booked(amount, scale);
  const [domain, family, sub] = CODES[kind];
  const code = {
    Domn: { Cd: domain, Fmly: { Cd: family, SubFmlyCd: sub } },
    Prtry: { Cd: kind.toUpperCase(), Issr: 'SLUICE' },
  };
  const money = { '@Ccy': currency, '#': text };
  const content = {
    NtryRef: reference,
    Amt: money,
    CdtDbtInd: indicator,
    Sts: { Cd: isPending ? 'PDNG' : 'BOOK' },
    BookgDt: { Dt: bookingDate },
    ValDt: { Dt: valueDate },
    AcctSvcrRef: reference,
    BkTxCd: code,
    NtryDtls: {
      TxDtls: {
        Refs: { AcctSvcrRef: reference, ...instructionReferences(movement, facts) },
        Amt: money,
        CdtDbtInd: indicator,
        ...counterparty(facts),
        ...remittance(linesOf(entry, facts)),
        RltdQties: natives.filter(fits).map(quantity),
        AddtlTxInf: exactly,
      },
    },
    AddtlNtryInf: aboutEntry(`${TITLES[kind]}: ${exactly}`, movement),
  };
  return xml({ Ntry: content });
}

/** With how a trade was filled where it fits; the remittance information has it in any case. */
function aboutEntry(text: string, movement: Entry['movement']): string {
  const fill = fillText(movement);
  const whole = fill === null ? text : writableInXml(`${text}; ${fill}`);
  return [...whole].length > MAX_500 ? text : whole;
}

function fillText(movement: Entry['movement']): string | null {
  if (movement?.fill === undefined) return null;
  const { instrument, base, quote, price, decidedPrice, slippage, fees } = movement.fill;
  const named = fees === undefined ? 'fees not named' : `fees ${feesText(fees) || 'none'}`;
  return `filled ${base} for ${quote} ${instrument} at ${price}, decided at ${decidedPrice}, slippage ${slippage}, ${named}`;
}

/**
 * The instruction's id, and the caller's own word for it, which a bank would pass on from end to end. What is longer than
 * the schema's reference stands in the remittance information as well, whole.
 */
function instructionReferences(
  movement: Entry['movement'],
  facts: InstructionFacts | undefined,
): object {
  const { instructionId: id = null, reference } = movement ?? {};
  const [serviceId] = facts?.serviceIds ?? [];
  const rule = facts?.ruleId ?? null;
  return {
    ...(id !== null && { InstrId: writableInXml(asReference(id)) }),
    ...(reference !== undefined && { EndToEndId: writableInXml(asReference(reference)) }),
    // The service's own id of the withdrawal; where one instruction became several, the others stand in the lines below.
    ...(serviceId !== undefined && { TxId: writableInXml(asReference(serviceId)) }),
    ...(rule !== null && { Prtry: { Tp: 'SLUICE-RULE', Ref: writableInXml(asReference(rule)) } }),
  };
}

/** Characters of the schema's names of parties and of accounts. */
const MAX_PARTY = 140;
const MAX_ACCOUNT_NAME = 70;

/** The registered account that a withdrawal went to. Its id stands without hyphens: the schema has 34 characters. */
function counterparty(facts: InstructionFacts | undefined): object {
  const { withdrawalAccountId: id = null, accountLabel: label = null } = facts ?? {};
  if (id === null) return {};
  const name = label === null || label === '' ? id : writableInXml(label);
  return {
    RltdPties: {
      Cdtr: { Pty: { Nm: [...name].slice(0, MAX_PARTY).join('') } },
      CdtrAcct: {
        Id: {
          Othr: {
            Id: writableInXml(accountId(id.replaceAll('-', ''))),
            SchmeNm: { Prtry: 'SLUICE-ACCOUNT' },
          },
        },
        Nm: [...name].slice(0, MAX_ACCOUNT_NAME).join(''),
      },
    },
  };
}

function fits({ amount }: Native): boolean {
  return amount.length <= MAX_REFERENCE;
}

function quantity({ label, amount }: Native): object {
  return { Prtry: { Tp: label, Qty: amount } };
}

/** The people and sources behind an entry, a line each. */
function linesOf({ movement }: Entry, facts: InstructionFacts | undefined): readonly string[] {
  if (movement === null) return [];
  const { instructionId, reference } = movement;
  const { askedBy, approvedBy } = peopleOf(movement);
  const lines: readonly (readonly [string, string | null])[] = [
    ['instruction', instructionId],
    ['reference', reference ?? null],
    ['id at the service', facts?.serviceIds.join(', ') || null],
    ['rule', facts?.ruleId ?? null],
    ['account', facts?.withdrawalAccountId ?? null],
    ['asked by', askedBy],
    ['approved by', approvedBy.join(', ') || null],
    ['description', descriptionOf(movement)],
    ['fill', fillText(movement)],
  ];
  return lines.flatMap(([name, content]) => (content === null ? [] : [`${name}: ${content}`]));
}

/** Texts of any length, in as many lines of 140 characters as they take. */
function remittance(description: readonly string[]): object {
  const lines = description.flatMap((text) => pieces(writableInXml(text)));
  return lines.length === 0 ? {} : { RmtInf: { Ustrd: lines } };
}

/** By code points: a pair of surrogates is one character to the schema. */
function pieces(text: string): readonly string[] {
  const characters = [...text];
  const count = Math.ceil(characters.length / MAX_140);
  return Array.from({ length: count }, (_, index) =>
    characters.slice(index * MAX_140, (index + 1) * MAX_140).join(''),
  );
}
