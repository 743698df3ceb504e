import type { Message } from '../../protocol/wire/message-format.ts';
import type { ids as english } from './ids-en.ts';

/** The texts about the ids of products, in German. */
export const ids: Record<keyof typeof english, Message> = {
  'product.variants': 'Varianten',
  'product.facts': 'Das Produkt',
  'product.options': 'Optionen',
  'product.updated': 'Zuletzt geändert',
  'product.change': 'IDs ändern',
  'product.ids': 'ID',
  'product.earlier': 'Früher: {ids}',
  'product.made': 'hier vergeben',
  'product.made.title': 'Ihre Seiten können dieses Produkt noch nicht mit der ID Ihrer Plattform nennen',
  'product.made.text':
    'Der Import hatte keine IDs, deshalb hat der Dienst welche vergeben. Geben Sie ihm die Ihrer Plattform, oder nennen Sie es mit seinem Code und seinen SKUs.',
  'product.gone': 'nicht mehr im Katalog',
  'product.id_of': 'ID von {variant}',
  'product.change.text':
    'Wartelisten und Vorbestellungen bleiben, wie sie sind, und die früheren IDs finden sie weiter, bis ein anderes Produkt oder eine andere Variante sie hat.',
  'product.change.id': 'ID des Produkts',
  'product.change.code': 'Code (Handle)',
  'product.change.same': 'Noch ist nichts anders.',
  'product.change.empty': 'Eine ID kann nicht leer sein.',
  'product.change.twice': 'Diese ID hat hier schon eine andere Variante.',
  'product.change.done': 'Die IDs sind geändert.',

  'safety.title': 'Produktsicherheit',
  'safety.text':
    'In der EU muss das vor der Bestellung zu lesen sein. Es steht an der Kasse und unter „Mehr erfahren“.',
  'safety.maker': 'Hersteller',
  'safety.responsible': 'Verantwortliche Person in der EU',
  'safety.responsible.hint': 'Nur, wenn der Hersteller nicht in der EU ist.',
  'safety.name': 'Name',
  'safety.address': 'Postanschrift',
  'safety.contact': 'E-Mail- oder Webadresse',
  'safety.warnings_in': 'Warn- und Sicherheitshinweise ({language})',
  'safety.add_language': 'Hinweise in einer weiteren Sprache',
  'safety.said_by': 'Kommt von',
  'safety.said_by.hand': 'Ihrer Eingabe hier',
  'safety.said_by.catalogue': 'Ihrer Plattform oder Datei',
  'safety.missing': 'Wer das hergestellt hat, ist nicht zu lesen',
  'safety.missing.text':
    'Name, Postanschrift und eine E-Mail- oder Webadresse sind nötig, wenn Sie in die EU verkaufen.',
  'safety.change': 'Ändern, was zu lesen ist',
  'safety.change.text':
    'Was Sie hier speichern, geht vor dem, was Ihre Plattform oder Datei sagt. Leeren Sie alles, um wieder das zu zeigen.',

  'ids.title': 'IDs Ihrer Plattform',
  'ids.intro':
    'Ihre Seiten nennen Produkte mit den IDs Ihrer Plattform. Hier finden Sie heraus, was eine ID bedeutet, und vergeben viele auf einmal.',
  'ids.made': 'Der Dienst hat IDs für einige Ihrer Produkte vergeben',
  'ids.made.text':
    'Ihr Import hatte keine. Seiten, die sie mit den IDs Ihrer Plattform nennen, zeigen nichts, bis Sie sie hier angeben.',
  'ids.made.link': 'Ihre IDs angeben',
  'ids.check': 'Warum zeigt eine ID nichts?',
  'ids.check.text': 'Kopieren Sie die ID aus dem Code Ihrer Seite, so wie sie dort steht.',
  'ids.check.id': 'Die ID Ihrer Seite',
  'ids.check.as': 'Angegeben als',
  'ids.check.as.product': 'productId, eines Produkts',
  'ids.check.as.variant': 'skuId, einer Variante',
  'ids.check.button': 'Nachsehen',
  'ids.check.wrong': 'Das kann keine ID sein.',
  'ids.found.product': '{id} ist das Produkt {product}',
  'ids.found.variant': '{id} ist die Variante {variant} von {product}',
  'ids.found.only': '{id} ist die einzige Variante von {product}',
  'ids.found.earlier': 'Es ist eine frühere ID. Sie gilt weiter; jetzt ist die ID {now}.',
  'ids.found.text':
    'Zeigt die Seite trotzdem nichts, sehen Sie nach der Warteliste: Ist sie offen, und hat sie noch Stück?',
  'ids.found.as_other':
    'Die Seite gibt sie als ID eines Produkts an: Geben Sie sie als skuId an, und als productId die des Produkts, {now}.',
  'ids.found.as_product':
    'Die Seite gibt sie als ID einer Variante an: Geben Sie sie als productId an, und als skuId die einer Variante.',
  'ids.why': 'Nichts hat die ID {id}',
  'ids.why.handle':
    'Das ist keine ID, sondern der Code von {product}. Geben Sie ihn als productCode an, oder als productId die ID {now}.',
  'ids.why.sku':
    'Das ist keine ID, sondern eine SKU von {product}. Geben Sie sie als sku an, oder als skuId die ID {now}.',
  'ids.why.similar':
    '{product} hat {now}, was fast so aussieht. IDs sind Text: Die Seite darf sie nicht runden und keine Nullen weglassen. Setzen Sie sie in Anführungszeichen.',
  'ids.why.ids_made':
    'Der Dienst hat die IDs dieses Katalogs vergeben, weil der Import keine hatte. Geben Sie unten Ihre IDs an.',
  'ids.why.empty': 'Der Katalog ist leer. Importieren Sie zuerst Ihre Produkte.',
  'ids.why.unknown': 'Ist das Produkt importiert, und in diesen Shop? Importieren Sie es neu, wenn es neu ist.',
  'ids.open': 'Produkt öffnen',
  'ids.many': 'Viele IDs auf einmal angeben',
  'ids.many.text':
    'Speichern Sie die Liste, ersetzen Sie ihre IDs durch die Ihrer Plattform, und wählen Sie die Datei. Zuerst sehen Sie, was sie täte; getan wird alles oder nichts.',
  'ids.many.hint':
    'Spalten: product, product_id, product_code, variant, variant_id. Lassen Sie Ihre Tabelle IDs als Text behandeln: Lange Zahlen rundet sie.',
  'ids.save': 'Liste als CSV speichern',
  'ids.choose': 'Datei wählen',
  'ids.choose.other': 'Andere Datei wählen',
  'ids.tried': '{file}: Noch ist nichts getan',
  'ids.tried.sums': 'Sie hat IDs oder Codes für Produkte: {products}, für Varianten: {variants}.',
  'ids.tried.nothing': 'Die Datei hat die IDs, die sie schon haben.',
  'ids.perform': { one: '{count} ID angeben', other: '{count} IDs angeben' },
  'ids.done': '{file} ist erledigt',
  'ids.done.sums':
    'Geänderte Produkte: {products}. Geänderte Varianten: {variants}. Die früheren IDs finden sie weiter.',
  'ids.many.most': 'Eine Datei darf von {count} Produkten handeln. Teilen Sie sie.',
  'ids.rows': 'Was die Datei sagt',
  'ids.rows.new': 'Neu',
  'ids.rows.code': 'Code {code}',
  'ids.rows.more': { one: '{count} weitere Zeile', other: '{count} weitere Zeilen' },
  'label.title': 'Etikett der Haltbarkeitsgarantie',
  'label.text':
    'Nur wenn der Hersteller eine solche Garantie gibt: das amtliche Etikett, wie der Hersteller es bereitstellt.',
  'label.none': 'Dieses Produkt hat kein Etikett.',
  'label.choose': 'Datei wählen',
};
