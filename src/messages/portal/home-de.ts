import type { Message } from '../../protocol/wire/message-format.ts';
import type { home as english } from './home-en.ts';

export const home: Record<keyof typeof english, Message> = {
  'home.intro': 'Was auf Sie wartet, was hereinkam und was sich verkauft.',
  'home.selling': 'Jetzt im Verkauf',
  'home.latest': 'Neueste Vorbestellungen',
  'home.all': 'Alle anzeigen',
  'needs.none': 'Nichts wartet auf Sie.',
  'needs.refunds': {
    one: '{count} Erstattung lehnt der Zahlungsanbieter ab',
    other: '{count} Erstattungen lehnt der Zahlungsanbieter ab',
  },
  'needs.ready': { one: '{count} Paket ist versandbereit', other: '{count} Pakete sind versandbereit' },
  'week.title': 'Geld in 7 Tagen',
  'week.today': 'Heute: {amount}',
  'week.before.none': 'nichts in den 7 Tagen davor',
  'week.before.same': 'wie in den 7 Tagen davor',
  'week.before.more': '{change} mehr als in den 7 Tagen davor',
  'week.before.less': '{change} weniger als in den 7 Tagen davor',
  'week.chart': 'Gebucht, abgebucht und erstattet an jedem von 14 Tagen; gebucht insgesamt: {booked}.',
};
