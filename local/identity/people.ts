import { createHash } from 'node:crypto';

/** A built-in person, to try out what each role may do. There are no passwords. */
export interface Person {
  readonly username: string;
  readonly displayName: string;
  readonly groups: readonly string[];
  /** What to be this person for. */
  readonly purpose: string;
}

export const PEOPLE: readonly Person[] = [
  {
    username: 'viewer',
    displayName: 'Vera Lindt, viewer',
    groups: ['viewer'],
    purpose: 'Looks at everything, and decides nothing.',
  },
  {
    username: 'trader',
    displayName: 'Tom Berger, trader',
    groups: ['trader'],
    purpose: 'Places trades.',
  },
  {
    username: 'treasurer',
    displayName: 'Tara Huber, treasurer',
    groups: ['treasurer'],
    purpose: 'Proposes rules, accounts, limits and withdrawals, settles outcomes, explains breaks.',
  },
  {
    username: 'approver',
    displayName: 'Ann Meyer, approver',
    groups: ['approver'],
    purpose: 'Approves or declines what another person asked for.',
  },
  {
    username: 'approver2',
    displayName: 'Bo Sandberg, second approver',
    groups: ['approver'],
    purpose: 'The second approver, where two people must agree.',
  },
  {
    username: 'admin',
    displayName: 'Ada Winter, admin',
    groups: ['admin'],
    purpose: 'Stops everything, and starts it again with another person.',
  },
];

export function personNamed(username: string): Person | undefined {
  return PEOPLE.find((person) => person.username === username);
}

/** The subject of a person's tokens: the same on every machine, in the form that Cognito gives them. */
export function subjectOf({ username }: Person): string {
  const hex = createHash('sha256').update(`sluice-local-person:${username}`).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

export function personWithSubject(subject: string): Person | undefined {
  return PEOPLE.find((person) => subjectOf(person) === subject);
}
