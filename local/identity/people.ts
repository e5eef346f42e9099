import { createHash } from 'node:crypto';

/** A built-in person, to try out what each role may do. There are no passwords. */
export interface Person {
  readonly username: string;
  readonly displayName: string;
  readonly groups: readonly string[];
}

export const PEOPLE: readonly Person[] = [
  { username: 'viewer', displayName: 'Vera, viewer', groups: ['viewer'] },
  { username: 'trader', displayName: 'Tom, trader', groups: ['trader'] },
  { username: 'treasurer', displayName: 'Tara, treasurer', groups: ['treasurer'] },
  { username: 'approver', displayName: 'Ann, approver', groups: ['approver'] },
  { username: 'approver2', displayName: 'Bo, second approver', groups: ['approver'] },
  { username: 'admin', displayName: 'Ada, admin', groups: ['admin'] },
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
