import type { Message } from '../../protocol/wire/message-format.ts';
import type { people as english } from './people-en.ts';

/** The texts of the page about people's rights, in German. */
export const people: Record<keyof typeof english, Message> = {
  'people.intro':
    'Was über eine Person gespeichert ist, ihr gegeben oder gelöscht. Eine Person ist eine E-Mail-Adresse in diesem Shop.',
  'people.find': 'Eine Person finden',
  'people.find.text': 'Prüfen Sie zuerst, dass die Anfrage von der Person kommt, um die es geht.',
  'people.find.button': 'Finden',
  'people.guide': 'Was von Personen gespeichert ist, und was nach dem Löschen bleibt',
  'people.nothing': 'Über {email} ist nichts gespeichert',
  'people.nothing.text':
    'Versuchen Sie die Adresse, mit der bestellt wurde. Eine Adresse, deren Daten gelöscht sind oder die später geändert wurde, findet nichts.',
  'people.preorders': 'Vorbestellungen',
  'people.preorders.none': 'Keine',
  'people.owed': 'Ware steht aus',
  'people.checkouts': 'Bestellvorgänge',
  'people.checkouts.hint': 'Mit Kontakt und Adresse, auch solche, die nie bezahlt wurden.',
  'people.withdrawal': 'Widerruf {number}',
  'people.withdrawal.waits': 'Sie müssen handeln',
  'people.jobs': 'Wartende Arbeit',
  'people.mail_files': 'Dateien von Mails',
  'people.order_files': 'Dateien von Aufträgen',
  'people.export': 'Alles als Datei speichern',
  'people.erase': 'Diese Person löschen',
  'people.erase.title': '{email} löschen?',
  'people.erase.preorders': {
    one: '{count} Vorbestellung verliert Name, E-Mail, Adresse, Notizen und Nachrichten. Beträge und Stände bleiben unter einem Pseudonym: Sie sind Ihre Buchhaltung.',
    other:
      '{count} Vorbestellungen verlieren Name, E-Mail, Adresse, Notizen und Nachrichten. Beträge und Stände bleiben unter einem Pseudonym: Sie sind Ihre Buchhaltung.',
  },
  'people.erase.checkouts': {
    one: '{count} Bestellvorgang verliert seinen Kontakt. Wird er gerade bezahlt, endet er vorher.',
    other: '{count} Bestellvorgänge verlieren ihren Kontakt. Die gerade bezahlt werden, enden vorher.',
  },
  'people.erase.withdrawals': {
    one: '{count} Widerrufserklärung verliert ihre Worte. Dass es sie gab, wann, und was daraus wurde, bleibt.',
    other: '{count} Widerrufserklärungen verlieren ihre Worte. Dass es sie gab, wann, und was daraus wurde, bleibt.',
  },
  'people.erase.files': {
    one: '{count} Datei einer Mail oder eines Auftrags wird gelöscht.',
    other: '{count} Dateien von Mails und Aufträgen werden gelöscht.',
  },
  'people.erase.links': 'Links in Mails gelten nicht mehr, und die Statusseite findet nichts mehr.',
  'people.erase.elsewhere': 'Ihr Zahlungsanbieter, Ihr Mailserver und Ihre anderen Systeme behalten, was sie haben.',
  'people.erase.open': {
    one: 'Für {references} steht noch Ware aus',
    other: 'Für {count} Vorbestellungen steht noch Ware aus: {references}',
  },
  'people.erase.open.text':
    'Versenden oder stornieren Sie sie zuerst. Nach dem Löschen ist niemand mehr da, dem Ware oder Mails gehen könnten.',
  'people.erase.withdrawal': 'Ein Widerruf wartet auf Sie',
  'people.erase.withdrawal.text': 'Erledigen Sie ihn zuerst: Nach dem Löschen weiß niemand mehr, was erklärt wurde.',
  'people.erase.open.too': 'Trotzdem löschen: Diese Person bekommt keine Ware und keine Mails',
  'people.erase.open.needed': 'Setzen Sie diesen Haken, oder versenden und stornieren Sie zuerst, was aussteht.',
  'people.erase.typed.wrong': 'Das ist nicht dieselbe Adresse.',
  'people.erase.button': 'Endgültig löschen',
  'people.erased': '{email} ist gelöscht',
  'people.erased.text':
    'Was von dieser Person handelte, hat keinen Namen mehr. Wer mit dieser Adresse bestellt, ist ein neuer Kunde.',
  'people.kept': 'Wie lange es von selbst bleibt',
  'people.kept.checkouts': 'Bestellvorgänge',
  'people.kept.preorders': 'Vorbestellungen',
  'people.kept.days': { one: '{count} Tag nach dem Ende', other: '{count} Tage nach dem Ende' },
  'people.kept.always': 'bis zum Löschen hier',
  'people.kept.change': 'In den Regeln ändern',
};
