import type { Message } from '../../protocol/wire/message-format.ts';
import type { AlertText } from './en.ts';

export const alerts: Record<`alert.${AlertText}`, Message> = {
  'alert.launch_waits':
    'Eine Warteliste von „{product}“ sollte am {launch_at} ({time_zone}) öffnen, aber eine andere ist offen. Schließen Sie jene, oder halten Sie sie an.',
  'alert.job_dead': {
    one: 'Eine Arbeit wurde nach vielen Versuchen aufgegeben ({topics}), zuletzt: {said}.',
    other: '{count} Arbeiten wurden nach vielen Versuchen aufgegeben ({topics}), zuletzt: {said}.',
  },
  'alert.outbox_row_set_aside':
    'Aus einer Änderung wurde keine Arbeit ({topics}): {said}. Es wird von selbst wieder versucht.',
  'alert.mail_refused': 'Eine Mail zur Bestellung {reference} wurde endgültig abgelehnt ({codes}).',
  'alert.mail_refused.no_mailbox':
    'Eine Mail zur Bestellung {reference} wurde endgültig abgelehnt ({codes}). Dorthin gehen keine Mails mehr. Erreichen Sie den Kunden anders.',
  'alert.mail_refused.store_mailbox':
    'Eine Mail zur Bestellung {reference} wurde endgültig abgelehnt ({codes}). An die Kontaktadresse des Shops gehen keine mehr. Berichtigen Sie sie.',
  'alert.question_not_delivered.wait':
    '{reference} konnte nicht per Mail nach dem verschobenen Termin gefragt werden. Ohne Antwort bis {answer_on} wartet die Bestellung weiter. Berichtigen Sie die E-Mail-Adresse, dann wird noch einmal gefragt; oder fragen Sie anders, und tragen Sie die Antwort ein.',
  'alert.question_not_delivered.cancel':
    '{reference} konnte nicht per Mail nach dem verschobenen Termin gefragt werden. Ohne Antwort bis {answer_on} wird die Bestellung storniert. Berichtigen Sie die E-Mail-Adresse, dann wird noch einmal gefragt; oder fragen Sie anders, und tragen Sie die Antwort ein.',
  'alert.payment_not_delivered':
    '{reference} konnte nicht per Mail um eine Zahlung gebeten werden. Die Bestellung behält so lange ihren Platz. Berichtigen Sie die E-Mail-Adresse, dann wird noch einmal gefragt, mit der ganzen Zeit zum Zahlen; oder erreichen Sie den Kunden anders.',
  'alert.store_order_refused':
    'Ihr Shopsystem hat Bestellung {order} von {reference} abgelehnt: {said}. Übergeben Sie sie noch einmal, sobald das behoben ist.',
  'alert.fulfilment_not_expected':
    'Ihr Shopsystem hat Positionen von {reference} versendet, die nicht auf Versand warteten: {said}',
  'alert.connection_refused':
    'Ihr Shopsystem nimmt die Zugangsdaten nicht mehr an: {said} Bis Sie neue angeben, wird nichts gelesen und keine Bestellung übergeben.',
  'alert.connection_refused.removed':
    'Die App wurde im Shopsystem entfernt: Nichts wird gelesen, und Bestellungen warten hier. Was bestellt ist, bleibt. Installieren Sie die App wieder, oder trennen Sie das Shopsystem.',
  'alert.connection_silent':
    'Ihr Shopsystem hat Meldungen an diesen Dienst abgeschaltet ({topics}): Das tut es nach Zustellungen, die nicht ankamen. Änderungen werden so lange jede Minute gelesen. Sehen Sie nach, ob der Dienst von dort erreichbar ist. Dann schaltet „Alles lesen“ auf der Seite der Verbindung sie wieder ein.',
  'alert.privacy_request.export':
    'Jemand möchte die Daten, die Sie über ihn haben. Exportieren Sie sie, geben Sie sie ihm, und melden Sie es als erledigt.',
  'alert.privacy_request.erase':
    'Die Daten einer Person sollen gelöscht werden. Der Dienst tut es von selbst, sobald nichts mehr geschuldet ist.',
  'alert.privacy_request.erase_store': 'Das Shopsystem bittet, diesen Shop zu vergessen, denn er hat die App entfernt.',
  'alert.product_unpublished':
    '„{product}“ ist im Shopsystem nicht mehr veröffentlicht, und die Warteliste verkauft weiter. Was bestellt ist, bleibt. Halten Sie die Warteliste an, wenn nichts mehr verkauft werden soll.',
  'alert.product_unpublished.removed':
    '„{product}“ gibt es im Shopsystem nicht mehr, und die Warteliste verkauft weiter. Was bestellt ist, bleibt. Halten Sie die Warteliste an, wenn nichts mehr verkauft werden soll.',
  'alert.prices_tax.included':
    'In Ihrem Shopsystem sind die Preise mit Steuer eingegeben, in diesem Shop ohne: Kundinnen und Kunden wird ein anderer Preis genannt als dort. Ändern Sie „Steuer in Preisen“ dieses Shops oder die Einstellung dort.',
  'alert.prices_tax.excluded':
    'In Ihrem Shopsystem sind die Preise ohne Steuer eingegeben, in diesem Shop mit: Kundinnen und Kunden wird ein anderer Preis genannt als dort. Ändern Sie „Steuer in Preisen“ dieses Shops oder die Einstellung dort.',
  'alert.product_tax_class':
    'Ihr Shopsystem besteuert „{product}“ als „{class}“, und hier gilt der eine Steuersatz jedes Landes. Die Bestellungen bekommen dort eine Gebühr über den Unterschied, und so steht es in Ihrem Steuerbericht. Verkaufen Sie es hier nur, wenn das für Sie richtig ist.',
  'alert.product_variants_gone': {
    one: 'Im Shopsystem fehlt eine Variante von „{product}“, die die Warteliste verkauft. Was bestellt ist, bleibt. Halten Sie die Warteliste an, wenn nichts mehr verkauft werden soll.',
    other:
      'Im Shopsystem fehlen {count} Varianten von „{product}“, die die Warteliste verkauft. Was bestellt ist, bleibt. Halten Sie die Warteliste an, wenn nichts mehr verkauft werden soll.',
  },
  'alert.audit_failed': {
    one: 'Die Prüfung der Bücher hat {count} Befund. Verletzt ist: {rule} {subject}: {said}.',
    other: 'Die Prüfung der Bücher hat {count} Befunde. Zuerst verletzt ist: {rule} {subject}: {said}.',
  },
  'alert.audit_left_out':
    'Die Bücher wurden seit {since_on} nicht geprüft: Der Shop hat die ganze Zeit schnell verkauft, die Prüfung ist gescheitert (siehe Protokoll), oder es lief kein Worker. Sie können jetzt prüfen lassen.',
  'alert.refunded_elsewhere':
    '{amount} von {reference} wurden beim Zahlungsanbieter zurückgezahlt. Das wird nicht noch einmal eingezogen, und die Bestellung läuft weiter. Stornieren Sie sie, wenn sie enden soll.',
  'alert.refunded_elsewhere.all':
    '{amount} von {reference} wurden beim Zahlungsanbieter zurückgezahlt, alles, was dafür bezahlt war. Die Karte wird nicht mehr belastet, und die Bestellung läuft weiter. Stornieren Sie sie, wenn sie enden soll.',
  'alert.capture_failed': 'Der Zahlungsanbieter hat einen Einzug abgelehnt: {said}.',
  'alert.charge_failed': 'Der Zahlungsanbieter hat eine Belastung abgelehnt: {said}.',
  'alert.undo_failed': 'Der Zahlungsanbieter hat es abgelehnt, eine Zahlung freizugeben: {said}.',
  'alert.refunds_refused':
    'Der Zahlungsanbieter lehnt ab, was Kunden zurückbekommen sollen, zuerst von {reference}: {said}. Der Dienst versucht es in größer werdenden Abständen weiter.',
  'alert.refunds_refused.payment':
    'Der Zahlungsanbieter lehnt ab, was Kunden zurückbekommen sollen, zuerst {amount} der Zahlung {payment}, für die es nichts gibt: {said}. Der Dienst versucht es in größer werdenden Abständen weiter.',
  'alert.cancel_failed': 'Der Dienst wollte eine Zahlung abbrechen, und der Zahlungsanbieter meldet für sie „{said}“.',
  'alert.webhook_disabled.gone':
    'Der Webhook an {host} hat geantwortet, dass er nichts mehr haben will (410), und ist abgeschaltet. Berichtigen Sie ihn, schalten Sie ihn ein, und senden Sie noch einmal, was ihm fehlt.',
  'alert.webhook_disabled.failing':
    'Der Webhook an {host} hat drei Tage lang nichts angenommen und ist abgeschaltet. Berichtigen Sie ihn, schalten Sie ihn ein, und senden Sie noch einmal, was ihm fehlt.',
  'alert.webhook_failed':
    'Eine Nachricht eines Webhooks ({event}, {id}) wurde drei Tage lang abgelehnt, während andere angenommen wurden.',
  'alert.payment_not_permitted': 'Der Schlüssel des Zahlungskontos darf etwas nicht, das nötig ist: {said}',
  'alert.payment_key_refused':
    'Der Zahlungsanbieter nimmt den Schlüssel des Shops nicht an: {said} Neue Bestellungen gehen nicht, und was fällig ist, wartet.',
  'alert.payment_account_refuses':
    'Der Zahlungsanbieter lehnt Zahlungen wegen Ihres Kontos ab: {said} Was fällig ist, wartet, und geht von selbst weiter, sobald eine angenommen wird.',
  'alert.dispute_lost':
    'Die Reklamation zu {reference} ist verloren: Die Bank hat das Geld endgültig zurückgeholt. Nichts davon wird freigegeben oder eingezogen, und kein Stück ist dafür zurückgelegt, bis Sie entscheiden: Stornieren Sie die Bestellung, oder lassen Sie sie weitergehen.',
  'alert.payment_disputed':
    'Die Bank eines Kunden bestreitet {amount} von {reference} ({reason}). Was noch nicht freigegeben ist, wartet, bis das vorbei ist. Antworten Sie beim Zahlungsanbieter.',
  'alert.payment_disputed.alone':
    'Die Bank eines Kunden bestreitet {amount} ({reason}). Was noch nicht freigegeben ist, wartet, bis das vorbei ist. Antworten Sie beim Zahlungsanbieter.',
  'alert.dispute_won_after_loss':
    'Eine Bank hat zu einer verlorenen Reklamation neu entschieden und gibt {amount} von {reference} zurück. Der Betrag bleibt als zurückgeholt gebucht und wird nicht noch einmal eingezogen. Ist die Bestellung storniert, zahlen Sie dem Kunden beim Zahlungsanbieter zurück. Dann ist dieser Hinweis erledigt.',
  'alert.dispute_won_after_loss.alone':
    'Eine Bank hat zu einer verlorenen Reklamation neu entschieden und gibt {amount} der Zahlung {payment} zurück. Für diese Zahlung gibt es nichts: Zahlen Sie dem Kunden beim Zahlungsanbieter zurück. Dann ist dieser Hinweis erledigt.',
  'alert.payments_differ': {
    one: 'Die Bücher des Zahlungsanbieters und unsere weichen an {count} Stelle ab: {payment}: {difference}',
    other: 'Die Bücher des Zahlungsanbieters und unsere weichen an {count} Stellen ab, zuerst {payment}: {difference}',
  },
  'alert.refund_came_back':
    'Eine Rückzahlung von {amount} für {reference} kam zurück: Die Bank des Kunden hat sie nicht angenommen, und das Geld ist wieder auf Ihrem Konto beim Zahlungsanbieter. Geben Sie es dem Kunden auf anderem Weg.',
  'alert.withdrawal_receipt_refused':
    'Die Eingangsbestätigung eines Widerrufs ging nicht hinaus ({codes}). Das Gesetz verlangt sie: Senden Sie sie auf anderem Weg. Der Dienst handelt bei diesem Widerruf nicht von selbst.',
  'alert.return_refunded_late':
    'Die Erstattung für die Rücksendung zu {reference} war früher fällig und kam {hours} Stunden und {minutes} Minuten zu spät: Der Dienst lief nicht.',
  'alert.withdrawal_declared':
    'Ein Kunde widerruft einen Vertrag. Stornieren Sie, was er nennt, oder legen Sie für Versandtes eine Rücksendung an. Ist das Geld unterwegs, melden Sie den Widerruf als erledigt.',
  'alert.withdrawal_declared.unmatched':
    'Jemand widerruft einen Vertrag, und dazu fand sich keine Bestellung. Nennen Sie die Bestellung, oder antworten Sie, warum es keine gibt.',
};
