import { CHECKS, REASONS } from './de-reasons.ts';
import type { DecisionTexts } from './decision-texts.ts';

export const GERMAN: DecisionTexts = {
  reasons: REASONS,
  unknownReason: (name) => `Grund: ${name}.`,
  checks: CHECKS,
  table: {
    ...{ label: 'Prüfungen', check: 'Prüfung', found: 'Gefunden', accepted: 'Zulässig' },
    ...{
      result: 'Ergebnis',
      holds: 'eingehalten',
      stops: 'nicht eingehalten',
      at: 'zu',
      is: 'ist',
    },
  },
  span: {
    untilNow: 'bis jetzt',
    numbers: {
      threshold: 'Freier Bestand',
      'budget-24h': 'Rest des Budgets für 24 Stunden',
      'budget-30d': 'Rest des Budgets für 30 Tage',
      minimum: 'Hätte abgeschöpft',
      'balance-age': 'Alter des Bestands',
      cooldown: 'Seit ihrer letzten Abschöpfung',
    },
    to: 'bis',
    runs: (count, version) => `${count === 1 ? '1 Lauf' : `${count} Läufe`} von Version ${version}`,
    withdrawals: 'ihre Auszahlungen',
  },
  spans: {
    title: 'Warum sie abgeschöpft hat oder nicht',
    howFar: 'Wie weit zurück',
    ranges: { week: 'Letzte 7 Tage', month: 'Letzte 30 Tage', year: 'Letztes Jahr' },
    none: 'In dieser Zeit hat kein Lauf über sie entschieden',
    longer:
      'Über die Regel wird bei jeder Momentaufnahme entschieden. Wählen Sie einen längeren Zeitraum, um frühere Läufe zu sehen.',
  },
  panel: {
    title: (currency) => `Warum wurde ${currency} nicht abgeschöpft?`,
    when: 'Wann',
    anotherDay: 'Wann: ein anderer Tag',
    days: {
      ...{ now: 'Jetzt', yesterday: 'Gestern', 'two-days': 'Vor 2 Tagen' },
      ...{ week: 'Vor einer Woche', month: 'Vor einem Monat', year: 'Vor einem Jahr' },
    },
    rule: 'Regel',
    none: 'Noch hat kein Lauf über sie entschieden',
    first:
      'Auf jede Momentaufnahme folgt ein Lauf. Der erste ist innerhalb eines Intervalls fällig.',
  },
  day: {
    swept: (day, reasons) =>
      reasons === ''
        ? `Sie hat am ${day} abgeschöpft.`
        : `Sie hat am ${day} abgeschöpft; dazwischen: ${reasons}.`,
    notSwept: (day, reasons) => `Sie hat am ${day} nicht abgeschöpft: ${reasons}.`,
    lastRun: 'Ihr letzter Lauf des Tages',
    expired:
      'Die einzelnen Läufe dieses Tages sind nicht mehr gespeichert. Ihre Gründe und Zahlen, oben, bleiben.',
    noRun: (day) => `Am ${day} hat kein Lauf über sie entschieden`,
    younger:
      'Auch davor hat kein Lauf über sie entschieden: Die Regel oder ihre Geschichte ist jünger.',
    missed:
      'An diesem Tag fehlten Momentaufnahmen, oder es gab die Regel nicht. Die Abschnitte unten zeigen, wann über sie entschieden wurde.',
  },
  run: {
    label: 'Ein Lauf mit seinen Prüfungen',
    snapshot: 'Lauf nach der Momentaufnahme vom',
    withdrawal: 'Zur Auszahlung',
    behind: 'Die Entscheidung der Regel',
    balancesOf: 'nach den Beständen vom',
  },
  preview: {
    undecided: 'Zurzeit wird nicht über sie entschieden.',
    wouldSweep: 'würde jetzt abschöpfen',
    withdraws: 'Würde auszahlen',
    byManualRate: 'nach einem manuellen Kurs',
    approval: 'Freigabe einer Abschöpfung',
    approvals: ['keine nötig', 'eine Person', 'zwei Personen'],
    balance: 'Bestand jetzt',
    left: 'Würde bleiben',
    checks: 'Jede Prüfung mit ihren Zahlen',
  },
};
