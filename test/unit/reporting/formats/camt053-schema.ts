import { create } from 'xmlbuilder2';

/**
 * The rules of camt.053.001.08, and of camt.052.001.08 of a month that is not frozen, for the elements that
 * Sluice writes: docs/camt053.md in a form that a test can apply. Each sequence lists every element of the schema's type in its order, also those that
 * are not written, so that a new one cannot slip in at the wrong place.
 */
interface Rule {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  /** Null: in the schema, but not written by Sluice, and refused here. */
  readonly type: string | null;
}

type Type =
  | { readonly kind: 'sequence' | 'choice'; readonly elements: readonly Rule[] }
  | {
      readonly kind: 'text';
      readonly accepts: (text: string) => boolean;
      readonly currency?: true;
    };

const UNBOUNDED = Number.POSITIVE_INFINITY;

/** "Name!:Type" is required, "Name:Type" optional, "Name*:Type" repeated, "Name+:Type" at least one. */
function elements(...names: readonly string[]): readonly Rule[] {
  return names.map((word) => {
    const [, name = '', mark, type = null] = /^(\w+)([!*+]?)(?::(\w+))?$/.exec(word) ?? [];
    const least = mark === '!' || mark === '+' ? 1 : 0;
    const most = mark === '*' || mark === '+' ? UNBOUNDED : 1;
    return { name, least, most, type };
  });
}

const sequence = (...names: readonly string[]): Type => ({
  kind: 'sequence',
  elements: elements(...names),
});
const choice = (...names: readonly string[]): Type => ({
  kind: 'choice',
  elements: elements(...names),
});
const maxText = (length: number): Type => ({
  kind: 'text',
  accepts: (text) => text !== '' && [...text].length <= length,
});
const pattern = (expression: RegExp): Type => ({
  kind: 'text',
  accepts: (text) => expression.test(text),
});
const decimal = (digits: number, fraction: number): ((text: string) => boolean) => {
  return (text) =>
    /^\d+(\.\d+)?$/.test(text) &&
    text.replace('.', '').length <= digits &&
    (text.split('.')[1] ?? '').length <= fraction;
};

const TYPES: Readonly<Record<string, Type>> = {
  Document053: sequence('BkToCstmrStmt!:BankToCustomerStatementV08'),
  Document052: sequence('BkToCstmrAcctRpt!:BankToCustomerAccountReportV08'),
  BankToCustomerAccountReportV08: sequence(
    'GrpHdr!:GroupHeader81',
    'Rpt+:AccountReport25',
    'SplmtryData*',
  ),
  AccountReport25: sequence(
    'Id!:Max35Text',
    'RptPgntn',
    'ElctrncSeqNb:Number',
    'RptgSeq',
    'LglSeqNb',
    'CreDtTm:ISODateTime',
    'FrToDt:DateTimePeriod1',
    'CpyDplctInd',
    'RptgSrc',
    'Acct!:CashAccount39',
    'RltdAcct',
    'Intrst*',
    'Bal*:CashBalance8',
    'TxsSummry:TotalTransactions6',
    'Ntry*:ReportEntry10',
    'AddtlRptInf:Max500Text',
  ),
  BankToCustomerStatementV08: sequence(
    'GrpHdr!:GroupHeader81',
    'Stmt+:AccountStatement9',
    'SplmtryData*',
  ),
  GroupHeader81: sequence(
    'MsgId!:Max35Text',
    'CreDtTm!:ISODateTime',
    'MsgRcpt',
    'MsgPgntn',
    'OrgnlBizQry',
    'AddtlInf',
  ),
  AccountStatement9: sequence(
    'Id!:Max35Text',
    'StmtPgntn',
    'ElctrncSeqNb:Number',
    'RptgSeq',
    'LglSeqNb',
    'CreDtTm:ISODateTime',
    'FrToDt:DateTimePeriod1',
    'CpyDplctInd',
    'RptgSrc',
    'Acct!:CashAccount39',
    'RltdAcct',
    'Intrst*',
    'Bal+:CashBalance8',
    'TxsSummry:TotalTransactions6',
    'Ntry*:ReportEntry10',
    'AddtlStmtInf:Max500Text',
  ),
  DateTimePeriod1: sequence('FrDtTm!:ISODateTime', 'ToDtTm!:ISODateTime'),
  CashAccount39: sequence(
    'Id!:AccountIdentification4Choice',
    'Tp',
    'Ccy:ActiveOrHistoricCurrencyCode',
    'Nm:Max70Text',
    'Prxy',
    'Ownr',
    'Svcr',
  ),
  AccountIdentification4Choice: choice('IBAN', 'Othr:GenericAccountIdentification1'),
  GenericAccountIdentification1: sequence('Id!:Max34Text', 'SchmeNm:CodeOrMax35Text', 'Issr'),
  CashBalance8: sequence(
    'Tp!:BalanceType13',
    'CdtLine*',
    'Amt!:ActiveOrHistoricCurrencyAndAmount',
    'CdtDbtInd!:CreditDebitCode',
    'Dt!:DateAndDateTime2Choice',
    'Avlbty*',
  ),
  BalanceType13: sequence('CdOrPrtry!:BalanceType10Choice', 'SubTp:BalanceSubType1Choice'),
  BalanceSubType1Choice: choice('Cd', 'Prtry:Max35Text'),
  BalanceType10Choice: choice('Cd:BalanceCode', 'Prtry'),
  TotalTransactions6: sequence(
    'TtlNtries:NumberAndSumOfTransactions4',
    'TtlCdtNtries:NumberAndSumOfTransactions1',
    'TtlDbtNtries:NumberAndSumOfTransactions1',
    'TtlNtriesPerBkTxCd*',
  ),
  NumberAndSumOfTransactions4: sequence(
    'NbOfNtries:Max15NumericText',
    'Sum:DecimalNumber',
    'TtlNetNtry:AmountAndDirection35',
  ),
  NumberAndSumOfTransactions1: sequence('NbOfNtries:Max15NumericText', 'Sum:DecimalNumber'),
  AmountAndDirection35: sequence('Amt!:DecimalNumber', 'CdtDbtInd!:CreditDebitCode'),
  ReportEntry10: sequence(
    'NtryRef:Max35Text',
    'Amt!:ActiveOrHistoricCurrencyAndAmount',
    'CdtDbtInd!:CreditDebitCode',
    'RvslInd',
    'Sts!:EntryStatus1Choice',
    'BookgDt:DateAndDateTime2Choice',
    'ValDt:DateAndDateTime2Choice',
    'AcctSvcrRef:Max35Text',
    'Avlbty*',
    'BkTxCd!:BankTransactionCodeStructure4',
    'ComssnWvrInd',
    'AddtlInfInd',
    'AmtDtls',
    'Chrgs',
    'TechInptChanl',
    'Intrst',
    'CardTx',
    'NtryDtls*:EntryDetails9',
    'AddtlNtryInf:Max500Text',
  ),
  EntryStatus1Choice: choice('Cd:EntryStatusCode', 'Prtry'),
  BankTransactionCodeStructure4: sequence(
    'Domn:BankTransactionCodeStructure5',
    'Prtry:ProprietaryBankTransactionCodeStructure1',
  ),
  BankTransactionCodeStructure5: sequence('Cd!:Max4Text', 'Fmly!:BankTransactionCodeStructure6'),
  BankTransactionCodeStructure6: sequence('Cd!:Max4Text', 'SubFmlyCd!:Max4Text'),
  ProprietaryBankTransactionCodeStructure1: sequence('Cd!:Max35Text', 'Issr:Max35Text'),
  EntryDetails9: sequence('Btch', 'TxDtls*:EntryTransaction10'),
  EntryTransaction10: sequence(
    'Refs:TransactionReferences6',
    'Amt:ActiveOrHistoricCurrencyAndAmount',
    'CdtDbtInd:CreditDebitCode',
    'AmtDtls',
    'Avlbty*',
    'BkTxCd',
    'Chrgs',
    'Intrst',
    'RltdPties:TransactionParties6',
    'RltdAgts',
    'LclInstrm',
    'Purp',
    'RltdRmtInf*',
    'RmtInf:RemittanceInformation16',
    'RltdDts',
    'RltdPric',
    'RltdQties*:TransactionQuantities3Choice',
    'FinInstrmId',
    'Tax',
    'RtrInf',
    'CorpActn',
    'SfkpgAcct',
    'CshDpst*',
    'CardTx',
    'AddtlTxInf:Max500Text',
    'SplmtryData*',
  ),
  TransactionReferences6: sequence(
    'MsgId',
    'AcctSvcrRef:Max35Text',
    'PmtInfId',
    'InstrId:Max35Text',
    'EndToEndId:Max35Text',
    'UETR',
    'TxId:Max35Text',
    'MndtId',
    'ChqNb',
    'ClrSysRef',
    'AcctOwnrTxId',
    'AcctSvcrTxId',
    'MktInfrstrctrTxId',
    'PrcgId',
    'Prtry*:ProprietaryReference1',
  ),
  ProprietaryReference1: sequence('Tp!:Max35Text', 'Ref!:Max35Text'),
  TransactionParties6: sequence(
    'InitgPty',
    'Dbtr',
    'DbtrAcct',
    'UltmtDbtr',
    'Cdtr:Party40Choice',
    'CdtrAcct:CashAccount38',
    'UltmtCdtr',
    'TradgPty',
    'Prtry*',
  ),
  Party40Choice: choice('Pty:PartyIdentification135', 'Agt'),
  PartyIdentification135: sequence('Nm:Max140Text', 'PstlAdr', 'Id', 'CtryOfRes', 'CtctDtls'),
  CashAccount38: sequence(
    'Id!:AccountIdentification4Choice',
    'Tp',
    'Ccy:ActiveOrHistoricCurrencyCode',
    'Nm:Max70Text',
    'Prxy',
  ),
  RemittanceInformation16: sequence('Ustrd*:Max140Text', 'Strd*'),
  TransactionQuantities3Choice: choice('Qty', 'OrgnlAndCurFaceAmt', 'Prtry:ProprietaryQuantity1'),
  ProprietaryQuantity1: sequence('Tp!:Max35Text', 'Qty!:Max35Text'),
  DateAndDateTime2Choice: choice('Dt:ISODate', 'DtTm:ISODateTime'),
  CodeOrMax35Text: choice('Cd:Max4Text', 'Prtry:Max35Text'),
  Max4Text: maxText(4),
  Max34Text: maxText(34),
  Max35Text: maxText(35),
  Max70Text: maxText(70),
  Max140Text: maxText(140),
  Max500Text: maxText(500),
  Max15NumericText: pattern(/^\d{1,15}$/),
  Number: pattern(/^\d{1,18}$/),
  DecimalNumber: { kind: 'text', accepts: decimal(18, 17) },
  ActiveOrHistoricCurrencyCode: pattern(/^[A-Z]{3}$/),
  ActiveOrHistoricCurrencyAndAmount: { kind: 'text', accepts: decimal(18, 5), currency: true },
  CreditDebitCode: pattern(/^(CRDT|DBIT)$/),
  BalanceCode: pattern(/^(OPBD|CLBD|ITBD|ITAV)$/),
  EntryStatusCode: pattern(/^(BOOK|PDNG)$/),
  ISODate: {
    kind: 'text',
    accepts: (text) =>
      /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(text).toISOString().startsWith(text),
  },
  ISODateTime: {
    kind: 'text',
    accepts: (text) =>
      /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/.test(text) &&
      !Number.isNaN(Date.parse(text)),
  },
};

/** The rules of a document, by the namespace that it says it is in. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  'urn:iso:std:iso:20022:tech:xsd:camt.052.001.08': 'Document052',
  'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08': 'Document053',
};
const ELEMENT_NODE = 1;

/** What of the DOM is looked at; the builder's own types are those of its DOM library. */
interface Node {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly namespaceURI?: string | null;
  readonly textContent: string | null;
  readonly childNodes: Iterable<Node>;
  readonly attributes?: Iterable<{ readonly name: string; readonly value: string }>;
}

/** An element with what is in it, for tests to look at. */
export interface Element {
  readonly name: string;
  readonly currency: string | null;
  readonly text: string;
  readonly children: readonly Element[];
}

/** The message as elements, and every rule that it breaks, with the place. */
export function checkCamt(xml: string): { root: Element; problems: readonly string[] } {
  const document = create(xml).root().node as unknown as Node;
  const problems: string[] = [];
  if (document.nodeName !== 'Document') problems.push(`the root is ${document.nodeName}`);
  const namespace = document.namespaceURI ?? '';
  const type = DOCUMENTS[namespace];
  if (type === undefined) problems.push(`namespace ${namespace}`);
  const rules = { namespace, problems };
  return { root: check(document, type ?? 'Document053', 'Document', rules), problems };
}

interface Rules {
  readonly namespace: string;
  readonly problems: string[];
}

function check(node: Node, typeName: string, path: string, rules: Rules): Element {
  const { namespace, problems } = rules;
  const type = TYPES[typeName];
  if (type === undefined) throw new Error(`the rules do not know ${typeName}`);
  const name = node.nodeName;
  if (node.namespaceURI !== namespace) problems.push(`${path}: namespace ${node.namespaceURI}`);
  const currency = currencyOf(node, type, path, problems);
  const inside = [...node.childNodes].filter(({ nodeType }) => nodeType === ELEMENT_NODE);
  const text = node.textContent ?? '';
  if (type.kind === 'text') {
    if (inside.length > 0) problems.push(`${path}: elements in a text`);
    if (!type.accepts(text)) problems.push(`${path}: ${JSON.stringify(text)} is no ${typeName}`);
    return { name, currency, text, children: [] };
  }
  checkOrder(type, inside, path, problems);
  const children = inside.flatMap((child, index) => {
    const rule = type.elements.find((each) => each.name === child.nodeName);
    const place = `${path}/${child.nodeName}[${index}]`;
    if (rule === undefined || rule.type === null) {
      problems.push(`${place}: not an element that is written here`);
      return [];
    }
    return [check(child, rule.type, place, rules)];
  });
  return { name, currency, text: '', children };
}

function checkOrder(
  type: Type & { readonly kind: 'sequence' | 'choice' },
  inside: readonly Node[],
  path: string,
  problems: string[],
): void {
  const order = inside.map(({ nodeName }) =>
    type.elements.findIndex(({ name }) => name === nodeName),
  );
  if (order.some((position, index) => index > 0 && position < (order[index - 1] ?? 0))) {
    problems.push(`${path}: order ${inside.map(({ nodeName }) => nodeName).join(', ')}`);
  }
  if (type.kind === 'choice' && inside.length !== 1) problems.push(`${path}: not one of a choice`);
  for (const { name, least, most } of type.elements) {
    const count = inside.filter(({ nodeName }) => nodeName === name).length;
    if (type.kind === 'sequence' && count < least) problems.push(`${path}: ${name} is missing`);
    if (count > most) problems.push(`${path}: ${count} times ${name}`);
  }
}

function currencyOf(node: Node, type: Type, path: string, problems: string[]): string | null {
  const wanted = type.kind === 'text' && type.currency === true;
  const others = [...(node.attributes ?? [])].filter(({ name }) => name !== 'xmlns');
  const given = others.find(({ name }) => name === 'Ccy')?.value ?? null;
  if (others.some(({ name }) => name !== 'Ccy') || (given !== null && !wanted)) {
    problems.push(`${path}: attributes ${others.map(({ name }) => name).join(', ')}`);
  }
  if (wanted && !/^[A-Z]{3}$/.test(given ?? '')) problems.push(`${path}: currency ${given}`);
  return given;
}

/** Every element at a path below another: "Stmt/Ntry/Amt". */
export function all(element: Element, path: string): readonly Element[] {
  return path
    .split('/')
    .reduce<readonly Element[]>(
      (found, name) =>
        found.flatMap(({ children }) => children.filter((each) => each.name === name)),
      [element],
    );
}

export function textsOf(element: Element, path: string): readonly string[] {
  return all(element, path).map(({ text }) => text);
}
