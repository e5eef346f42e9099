import type { InstructionStatus } from '../../../instructions/instruction.ts';
import type { AnomalyCause, NotSentCause, UnknownCause } from '../../../outcomes/outcome.ts';

/** Why a request has no confirmation: the codes of the API, as people read them. */
export const CAUSES: Readonly<Record<NotSentCause | UnknownCause | AnomalyCause, string>> = {
  dns: 'die Adresse des Dienstes wurde nicht gefunden',
  refused: 'die Verbindung wurde abgelehnt',
  'connect-timeout': 'keine Verbindung innerhalb der Zeit',
  tls: 'keine gesicherte Verbindung',
  'aborted-before-connect': 'abgebrochen, bevor die Verbindung stand',
  'no-token': 'kein Zugangsschlüssel für den Dienst',
  'past-send-by': 'zu spät zum Senden',
  'halt-changed': 'inzwischen angehalten',
  'halt-unreadable': 'der Halt war nicht lesbar',
  timeout: 'keine Antwort innerhalb der Zeit',
  'connection-lost': 'Verbindung abgebrochen',
  status: 'eine Antwort ohne Ausgang',
  'empty-answer': 'leere Antwort',
  'truncated-answer': 'abgeschnittene Antwort',
  'invalid-answer': 'ungültige Antwort',
  'oversized-answer': 'zu große Antwort',
  redirected: 'umgeleitet',
  'not-recorded': 'nicht festgehalten',
  'other-time': 'andere Entstehungszeit',
  'state-failed': 'die Antwort nennt einen Fehlschlag',
  'state-open': 'die Antwort nennt noch kein Ende',
  'state-unrecognised': 'die Antwort nennt einen Status, der in keiner Liste steht',
  'not-stated': 'die Antwort sagt zu wenig',
  'other-spelling': 'andere Schreibweise des Instruments',
  'fills-unreadable': 'Ausführungen nicht lesbar',
  'destination-unreadable': 'Ziel nicht lesbar',
  'network-unconfirmed': 'Netzwerk nicht bestätigt',
  'amount-net': 'Betrag abzüglich einer Gebühr',
  'amount-cut': 'Betrag mit weniger Nachkommastellen',
  'no-withdrawal': 'keine Auszahlung',
  'other-account': 'anderes Konto',
  'other-destination': 'anderes Ziel',
  'other-currency': 'andere Währung',
  'other-amount': 'anderer Betrag',
  'known-withdrawal': 'bereits bekannte Auszahlung',
  'repeated-withdrawal': 'mehrfach genannte Auszahlung',
  'other-trade': 'anderes Geschäft',
  'known-trade': 'bereits bekanntes Geschäft',
  'worse-price': 'schlechterer Kurs',
};

/** Of a code that only a later version knows, and of a status, as it is. */
export function causeText(code: string): string {
  return Object.hasOwn(CAUSES, code) ? CAUSES[code as keyof typeof CAUSES] : code;
}

const STATES: Readonly<Record<InstructionStatus['state'], string>> = {
  proposed: 'vorgeschlagen',
  'awaiting-approval': 'noch nicht freigegeben',
  approved: 'freigegeben',
  sending: 'unterwegs',
  unknown: 'von unbekanntem Ausgang',
  rejected: 'abgelehnt',
  anomaly: 'anders beantwortet als angefragt',
  declined: 'nicht freigegeben',
  expired: 'abgelaufen',
  cancelled: 'storniert',
  confirmed: 'bestätigt',
  'not-sent': 'nicht gesendet',
  released: 'nicht ausgeführt',
};

/** After "ist". */
export function stateText(state: string): string {
  return Object.hasOwn(STATES, state) ? STATES[state as keyof typeof STATES] : state;
}
