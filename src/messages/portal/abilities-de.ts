import type { abilities as english } from './abilities-en.ts';

export const abilities: Record<keyof typeof english, string> = {
  'ability.products': 'Produkte, Preise und Bestand werden von der Plattform gelesen.',
  'ability.changes.asked': 'Der Dienst fragt jede Minute, was sich geändert hat, auch wenn kein Webhook kommt.',
  'ability.changes.compared':
    'Die Plattform listet nicht auf, was sich geändert hat. Webhooks melden es, und einmal am Tag werden alle Produkte verglichen.',
  'ability.webhooks.come': 'Webhooks kommen an: Eine Änderung ist in Sekunden hier.',
  'ability.webhooks.silent.asked':
    'In den letzten Tagen kam kein Webhook an. Es geht auch ohne: Eine Änderung ist in einer Minute hier.',
  'ability.webhooks.silent.compared':
    'In den letzten Tagen kam kein Webhook an. Es geht auch ohne, aber eine Änderung ist erst nach einem Tag hier.',
  'ability.webhooks.none': 'Die Plattform sendet keine Webhooks.',
  'ability.orders': 'Bestellungen werden dort angelegt, jede genau einmal.',
  'ability.orders.hidden':
    'Shopify zeigt der App keine Bestellungen. Deshalb wird keine angelegt und kein Paket gesehen. Geben Sie der App Zugriff auf geschützte Kundendaten. Produkte und Bestand gehen auch ohne.',
  'ability.wait.lines':
    'Eine Bestellung kann schon vor ihrer Freigabe dort sein. Was noch nicht versandt werden darf, ist dort angehalten.',
  'ability.wait.order':
    'Eine Bestellung kann schon vor ihrer Freigabe dort sein. Sie ist als Ganzes angehalten, bis alles versandt werden darf.',
  'ability.wait.no':
    'Bestellungen lassen sich dort nicht anhalten. Deshalb wird jede erst bei ihrer Freigabe angelegt.',
  'ability.cancel.lines': 'Was Sie hier stornieren, wird dort storniert.',
  'ability.cancel.order':
    'Eine ganze Bestellung, die Sie hier stornieren, wird dort storniert. Bei einem Teil bittet Sie eine Meldung, ihn dort von Hand zu stornieren.',
  'ability.cancel.no': 'Was Sie hier stornieren, müssen Sie dort von Hand stornieren. Eine Meldung bittet Sie darum.',
  'ability.ship_days.shown': 'Bestellungen zeigen dort die Tage, an denen sie versandt werden.',
  'ability.ship_days.hidden': 'Bestellungen zeigen dort nicht, an welchen Tagen sie versandt werden.',
  'ability.refunds.recorded': 'Erstattungen werden dort vermerkt.',
  'ability.refunds.elsewhere': 'Erstattungen werden dort nicht vermerkt. Ihr Zahlungsanbieter führt sie auf.',
  'ability.sent.seen': 'Was Sie dort versenden, ist auch hier versandt, mit Sendungsverfolgung.',
  'ability.sent.by_hand': 'Was Sie dort versenden, müssen Sie auch hier als versandt vermerken.',
  'ability.old_orders.late':
    'Shopify zeigt der App nur Bestellungen der letzten 60 Tage. Bestellungen werden bei ihrer Freigabe angelegt, also werden sie wie üblich freigegeben und versandt. Was mehr als 60 Tage später geschieht, wird nicht gesehen: Eine Erstattung wird dort nicht vermerkt, ein spätes Paket nicht verfolgt. Mit der Berechtigung read_all_orders gilt diese Grenze nicht.',
  'ability.old_orders.waiting':
    'Shopify zeigt der App nur Bestellungen der letzten 60 Tage. Eine Bestellung, die dort länger wartet, kann der Dienst nicht freigeben, erstatten oder verfolgen. Holen Sie bei Shopify die Berechtigung read_all_orders ein, oder lassen Sie Bestellungen erst bei der Freigabe anlegen.',
  'ability.people':
    'Shopify zeigt der App nicht, wer bestellt hat und wohin. Bestellungen bekommen Name und Adresse trotzdem von hier. Ändert jemand eine Adresse in Shopify, sieht der Dienst das nicht und schreibt seine, wenn sich die Bestellung ändert.',
  'ability.plugin.none': 'Sonst muss nichts installiert werden.',
  'ability.plugin.shopify':
    'Sonst muss nichts installiert werden. Die Blöcke für Themes setzen Preis, Knopf und Statusseite in Ihre Seiten; eine Zeile HTML tut dasselbe.',
  'ability.plugin.woocommerce':
    'Für Produkte und Bestellungen wird das Plugin nicht gebraucht. Ohne das Plugin setzen Sie Preis und Knopf von Hand in Ihre Seiten, und WooCommerce schreibt Ihren Kunden zu diesen Bestellungen eigene Mails.',
  'ability.plugin.medusa':
    'Die Dateien in Ihrem Medusa-Projekt werden gebraucht: Durch sie werden Bestellungen angelegt.',
  'ability.plugin.vendure':
    'Das Plugin in Ihrem Vendure-Server wird gebraucht: Durch das Plugin werden Bestellungen angelegt.',
};
