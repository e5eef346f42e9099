import type { DecisionTexts } from './decision-texts.ts';

export const REASONS: DecisionTexts['reasons'] = {
  sweep: { short: 'schöpft ab', sentence: 'Sie hat bei jedem Lauf abgeschöpft.' },
  disarmed: {
    short: 'nicht scharf geschaltet',
    sentence:
      'Es war kein Regelwerk in Kraft, oder die Währung war nicht scharf geschaltet: Es darf nichts gesendet werden.',
  },
  halted: { short: 'angehalten', sentence: 'Alles oder diese Währung war angehalten.' },
  'newer-version': {
    short: 'neuere Version',
    sentence:
      'Diese Version von Sluice liest das Format des Hauptbuchs nicht und entscheidet darin nichts.',
  },
  unreadable: {
    short: 'nicht lesbar',
    sentence:
      'Sie, oder worauf sie beruht, liegt nicht in einer Form vor, die diese Version von Sluice liest.',
  },
  disabled: { short: 'ausgeschaltet', sentence: 'Die Regel war ausgeschaltet.' },
  'account-not-active': {
    short: 'Konto nicht aktiv',
    sentence: 'Ihr Konto darf keine Auszahlungen erhalten.',
  },
  'account-cooling-off': {
    short: 'Konto in der Wartezeit',
    sentence: 'Ihr Konto ist neu und noch in seiner Wartezeit.',
  },
  'currency-mismatch': { short: 'andere Währung', sentence: 'Ihr Konto hat eine andere Währung.' },
  'conversion-circle': {
    short: 'tauscht im Kreis',
    sentence: 'Die Regeln tauschen im Kreis: Keine von ihnen tauscht.',
  },
  'instrument-not-allowed': {
    short: 'Instrument nicht erlaubt',
    sentence: 'Die Vorgaben erlauben kein Instrument für den Tausch.',
  },
  'currency-not-held': { short: 'kein Bestand', sentence: 'Von der Währung war nichts vorhanden.' },
  'balance-not-stated': {
    short: 'Bestand nicht angegeben',
    sentence: 'Die Antwort des Dienstes ließ die Währung aus: Der Bestand war nicht bekannt.',
  },
  'stale-balance': {
    short: 'Bestand zu alt',
    sentence: 'Der Bestand war älter, als die Regel es zulässt.',
  },
  'price-unusable': {
    short: 'Kurs nicht brauchbar',
    sentence: 'Es gab keinen Kurs für den Tausch, oder er war nicht brauchbar.',
  },
  'not-scheduled': {
    short: 'wartet auf ihren Termin',
    sentence: 'Ihr Termin war noch nicht gekommen.',
  },
  missed: {
    short: 'Termin versäumt',
    sentence: 'Ihr Termin kam und verging, bevor sie starten konnte.',
  },
  holiday: {
    short: 'kein Geschäftstag',
    sentence: 'Ihre Kalender waren am Tag ihres Laufs geschlossen.',
  },
  'outside-calendar': {
    short: 'außerhalb ihres Kalenders',
    sentence: 'Ein Kalender kennt den Tag nicht: Er gilt nicht als Geschäftstag.',
  },
  'after-cut-off': {
    short: 'nach Annahmeschluss',
    sentence: 'Ihr Annahmeschluss des Tages war vorbei.',
  },
  uncertain: {
    short: 'gesperrt: Ausgang unbekannt',
    sentence: 'Die Währung ist gesperrt: Der Ausgang einer Auszahlung ist nicht bekannt.',
  },
  'in-flight': {
    short: 'eine Auszahlung ist unterwegs',
    sentence: 'Eine Auszahlung der Währung war unterwegs.',
  },
  backoff: {
    short: 'Pause nach einem Fehlschlag',
    sentence: 'Sie pausierte nach fehlgeschlagenen Auszahlungen.',
  },
  cooldown: {
    short: 'ruht nach einer Abschöpfung',
    sentence: 'Sie ruhte nach ihrer letzten Abschöpfung.',
  },
  'no-price': {
    short: 'kein Kurs',
    sentence: 'Ihre Limits sind Werte, und es gab keinen Kurs, um daraus Beträge zu machen.',
  },
  'stale-price': {
    short: 'Kurs zu alt',
    sentence: 'Ihre Limits sind Werte, und die Kurse waren zu alt, um daraus Beträge zu machen.',
  },
  'price-jumped': {
    short: 'Kurssprung',
    sentence: 'Ihre Limits sind Werte, und der Kurs war gesprungen: Er wurde noch nicht verwendet.',
  },
  'keep-above-threshold': {
    short: 'behält mehr als ihre Schwelle',
    sentence: 'Zu den damaligen Kursen behielt die Regel mehr als ihre Schwelle.',
  },
  'below-threshold': {
    short: 'unter ihrer Schwelle',
    sentence: 'Der Bestand lag nicht über ihrer Schwelle.',
  },
  'nothing-left-by-earlier-rule': {
    short: 'frühere Regel nahm es',
    sentence: 'Eine frühere Regel der Währung ließ nichts übrig.',
  },
  'withdrawals-exhausted': {
    short: 'Auszahlungen verbraucht',
    sentence: 'Sie hatte so oft ausgezahlt, wie sie es in 24 Stunden darf.',
  },
  'budget-exhausted': { short: 'Budget verbraucht', sentence: 'Ihr Budget war verbraucht.' },
  'trade-limit-exhausted': {
    short: 'Limit für Geschäfte verbraucht',
    sentence: 'Das laufende Limit für Geschäfte war verbraucht.',
  },
  'limit-unknown': {
    short: 'Limit nicht vergleichbar',
    sentence:
      'Eine Reserve oder ein Limit konnte nicht verglichen werden: Ein Kurs fehlte oder war zu alt.',
  },
  'liquidity-floor': {
    short: 'Liquiditätsreserve',
    sentence: 'Eine Liquiditätsreserve ließ zu wenig Raum.',
  },
  'account-limit': {
    short: 'Limit des Kontos',
    sentence: 'Das Limit ihres Kontos war verbraucht.',
  },
  'counterparty-limit': {
    short: 'Limit der Gegenpartei',
    sentence: 'Das Limit ihrer Gegenpartei war verbraucht.',
  },
  'outflow-limit': {
    short: 'Limit aller Auszahlungen',
    sentence: 'Das Limit über alle Auszahlungen war verbraucht.',
  },
  'below-minimum': {
    short: 'weniger als ihr Mindestbetrag',
    sentence: 'Was sie abgeschöpft hätte, war weniger als ihr Mindestbetrag.',
  },
  'dry-run': {
    short: 'Probelauf',
    sentence: 'Im Probelauf wird nichts gesendet; sie hätte abgeschöpft.',
  },
  varying: { short: 'wechselt oft', sentence: 'Es wechselte so oft, dass dies ein Eintrag ist.' },
};

export const CHECKS: DecisionTexts['checks'] = {
  mode: 'Betriebsart',
  rule: 'Regel',
  enabled: 'Eingeschaltet',
  account: 'Konto',
  'cooling-off': 'Wartezeit',
  currency: 'Währung',
  conversion: 'Tausch',
  instrument: 'Instrument',
  'balance-age': 'Alter des Bestands',
  price: 'Kurs',
  schedule: 'Termin',
  calendar: 'Kalender',
  'cut-off': 'Annahmeschluss',
  lane: 'Stand der Währung',
  backoff: 'Pause nach Fehlschlägen',
  cooldown: 'Ruhezeit',
  'price-of-limits': 'Kurs ihrer Limits',
  threshold: 'Schwelle',
  keep: 'Was bleibt',
  allocation: 'Anteil',
  maximum: 'Höchstbetrag',
  'budget-24h': 'Budget für 24 Stunden',
  'withdrawals-24h': 'Auszahlungen, 24 Stunden',
  'budget-30d': 'Budget für 30 Tage',
  'floor-currency': 'Reserve der Währung',
  'floor-total': 'Reserve über alles',
  'account-24h': 'Konto, 24 Stunden',
  'account-30d': 'Konto, 30 Tage',
  'account-lifetime': 'Konto, für immer',
  'counterparty-24h': 'Gegenpartei, 24 Stunden',
  'counterparty-30d': 'Gegenpartei, 30 Tage',
  'outflow-24h': 'Alle Auszahlungen, 24 Stunden',
  'first-payment': 'Bevor etwas ankam',
  step: 'Schritt',
  minimum: 'Mindestbetrag',
  split: 'Aufteilung',
  approval: 'Freigabe',
  notional: 'Wert des Geschäfts',
  'traded-24h': 'Geschäfte in 24 Stunden',
  'trade-approval': 'Freigabe des Geschäfts',
  low: 'Niedriger Bestand',
};
