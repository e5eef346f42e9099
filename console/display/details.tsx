import { pathText } from '../../treasury/facts/sentences/field-label.ts';
import { Grouped } from './grouped.tsx';
import { isComparedInGroups } from './groups.ts';
import { leavesOf } from './leaves.ts';
import parts from './parts.module.css';

const DETAILS = /(^|\.)details(\.|$)/;

/** Whether a field, by its path, says where an account is: people compare that letter by letter. */
export function isOfDetails(field: string): boolean {
  return DETAILS.test(field);
}

/** Where money goes, of an account: each detail by its name, in groups of four where a person compares it. */
export function Details({ value }: { readonly value: unknown }) {
  return [...leavesOf(value)].map(([path, text]) => (
    <div key={path}>
      {path !== '' && <span className={parts.quiet}>{pathText(path)} </span>}
      {isComparedInGroups(text) ? <Grouped text={text} /> : <bdi>{text}</bdi>}
    </div>
  ));
}
