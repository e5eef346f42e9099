import { PROVISIONAL } from '../../reporting/formats/camt053/render.ts';
import { all, checkCamt, type Element, textsOf } from '../unit/reporting/formats/camt053-schema.ts';
import type { ReadDocument } from './register.ts';

/** A document read by the project's own rules of the message: what a reader of a library is compared with. */
export function readCamt(xml: string): ReadDocument {
  const { root, problems } = checkCamt(xml);
  if (problems.length > 0) throw new Error(problems.join('; '));
  const [message] = root.children;
  const [report] = message?.children.filter(({ name }) => name === 'Stmt' || name === 'Rpt') ?? [];
  if (message === undefined || report === undefined) throw new Error('there is no statement');
  return {
    account: textOf(report, 'Acct/Id/Othr/Id'),
    currency: textOf(report, 'Acct/Ccy'),
    key: textOf(message, 'GrpHdr/MsgId'),
    balances: Object.fromEntries(
      all(report, 'Bal').map((each) => [textOf(each, 'Tp/CdOrPrtry/Cd'), signed(each)]),
    ),
    isOpeningProvisional: all(report, 'Bal').some(
      (each) => textOf(each, 'Tp/SubTp/Prtry') === PROVISIONAL,
    ),
    entries: all(report, 'Ntry').map((each) => ({
      reference: textOf(each, 'NtryRef'),
      status: textOf(each, 'Sts/Cd'),
      amount: signed(each),
    })),
  };
}

function textOf(element: Element, path: string): string {
  return textsOf(element, path)[0] ?? '';
}

function signed(element: Element): string {
  const sign = textOf(element, 'CdtDbtInd') === 'DBIT' ? '-' : '';
  return `${sign}${textOf(element, 'Amt')}`;
}
