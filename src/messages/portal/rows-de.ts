import type { Message } from '../../protocol/wire/message-format.ts';
import type { rows as english } from './rows-en.ts';

export const rows: Record<keyof typeof english, Message> = {
  'row.address_incomplete': 'Die Adresse ist nicht vollständig oder nicht richtig.',
  'row.amount_too_large': 'Der Betrag ist zu groß.',
  'row.amounts_not_shared': 'Die Beträge lassen sich nicht auf die Stück verteilen.',
  'row.begins_after_end': 'Der Zeitraum für den Versand endet, bevor er beginnt.',
  'row.bounds': 'Möglich sind {min} bis {max}.',
  'row.closes_before_opening': 'Die Warteliste würde schließen, bevor sie öffnet.',
  'row.column_missing': 'Der Datei fehlt eine Spalte {column}.',
  'row.column_twice': 'Die Spalte „{column}“ kommt zweimal vor.',
  'row.column_unknown': 'Eine Spalte „{column}“ gibt es nicht. Es gibt: {columns}.',
  'row.control_characters': 'Darin sind Steuerzeichen.',
  'row.country_unknown':
    '„{text}“ ist kein Ländercode nach ISO 3166-1: Schreiben Sie {country} oder einen anderen Code aus zwei Buchstaben.',
  'row.country_without_code': '„{text}“ steht in keiner Liste von ISO 3166-1: Adressen dort werden nicht angenommen.',
  'row.currency_of_store': 'Der Shop nimmt nur {currency}.',
  'row.cut_off': 'Die Datei endet mitten in dieser Zeile.',
  'row.date_ambiguous': '„{text}“ kann zwei Tage meinen: Schreiben Sie {day_first} oder {month_first}.',
  'row.discount_above_goods': 'Der Rabatt ist höher als der Preis der Ware.',
  'row.duplicate_variant': 'In Zeile {line} steht eine Variante mit denselben Optionen.',
  'row.earlier_row': 'Eine frühere Zeile der Datei hat dieselbe Nummer.',
  'row.file_empty': 'Die Datei ist leer oder hat nichts unter der Kopfzeile.',
  'row.file_google_no_id': 'Das ist ein Feed von Google ohne die Spalte „id“: Ergänzen Sie sie.',
  'row.file_json':
    'Das ist JSON. Produkte kommen als CSV oder als Feed von Google herein: Speichern Sie den Export so.',
  'row.file_magento':
    'Das ist ein Export von Magento, der nicht gelesen wird. Schreiben Sie eine eigene Datei, wie die Anleitung zum Katalog es zeigt.',
  'row.file_named_json': 'Das ist JSON. Geben Sie der Datei einen Namen, der mit .json endet.',
  'row.file_no_list':
    'Es gibt nichts, was hereinkommen kann. Die Datei braucht eine Liste: [ … ], oder eine namens {list}, allein oder in „data“.',
  'row.file_not_json':
    'Ab Element {number} ist das kein JSON. Ist die Datei abgeschnitten, oder CSV oder eine Webseite?',
  'row.file_excel':
    'Das ist eine Excel-Datei oder ein Archiv und keine CSV. Öffnen Sie sie in einer Tabellenkalkulation und speichern Sie sie als „CSV UTF-8“.',
  'row.file_page': 'Das ist eine Webseite oder XML und keine Tabelle. Laden Sie die Datei selbst herunter.',
  'row.file_unknown':
    'Die Datei braucht eine Spalte „Handle“, „URL handle“ oder „Product code“, oder eine „ID“ mit einem „Title“. Sie hat: {columns}.',
  'row.file_woocommerce_language':
    'Wenn das ein Export von WooCommerce ist, stellen Sie die Sprache Ihres Profils dort auf Englisch und exportieren Sie noch einmal.',
  'row.file_woocommerce_no_id':
    'Das ist ein Export von WooCommerce ohne die Spalte „ID“: Exportieren Sie ihn noch einmal mit allen Spalten.',
  'row.formula': 'Das ist eine Formel einer Tabelle und kein Text.',
  'row.handle_taken':
    'Im Katalog hat ein Produkt mit einer anderen ID als {id} dieses Handle. Geben Sie jenem Produkt seine neue ID oder ein anderes Handle.',
  'row.id_collision':
    'Ein anderes Produkt oder eine andere Variante hat schon diese ID, oder die, die dafür gebildet würde.',
  'row.ids_differ': 'Nicht alle Zeilen dieses Produkts haben dieselbe ID.',
  'row.ids_differ_by_line':
    'Zeile {line}: „{text}“ hat in einer früheren Zeile eine andere neue ID. Nichts wurde geändert.',
  'row.ids_half_variant': 'Zeile {line}: „variant“ und „variant_id“ gehören zusammen. Nichts wurde geändert.',
  'row.ids_no_product': 'Zeile {line}: Sie nennt kein Produkt. Nichts wurde geändert.',
  'row.ids_none': 'Zeile {line}: Sie nennt keine neue ID. Nichts wurde geändert.',
  'row.ids_rounded':
    'Zeile {line}: Eine Tabellenkalkulation hat {text} gerundet: Formatieren Sie die Spalte als Text. Nichts wurde geändert.',
  'row.id_rounded':
    '„{text}“ ist eine Zahl, die eine Tabellenkalkulation gerundet hat: die letzten Ziffern fehlen. Speichern Sie die Spalte als Text.',
  'row.in_future': 'Das Datum der Bestellung liegt in der Zukunft.',
  'row.language_unknown':
    'In „{text}“ gibt es keine Texte: Die Kundschaft wird in der Sprache des Stores angeschrieben, {locale}.',
  'row.missing': 'Das fehlt.',
  'row.more_paid': 'Es wurde mehr bezahlt, als es kostet.',
  'row.needs_two_days': 'Ein Zeitraum für den Versand hat zwei Tage: Geben Sie ships_from und ships_until an.',
  'row.new_moves_no_dates': 'Eine neue Warteliste verschiebt keine Termine.',
  'row.no_delivery': 'Die Warteliste hat keine Lieferung mit den zugesagten Tagen.',
  'row.no_product_named': 'Es steht nicht da, um welches Produkt es in der Zeile geht.',
  'row.no_variants': 'Die Datei hat keine Zeile für eine Variante dieses neuen Produkts. Es wurde ausgelassen.',
  'row.no_waitlist':
    'Keine Warteliste, die nicht geschlossen ist, bietet die Variante an. Legen Sie zuerst eine an, oder importieren Sie sie.',
  'row.not_address': '„{text}“ ist keine Adresse, die mit https:// oder http:// beginnt.',
  'row.not_amount': '„{text}“ ist kein Betrag in {currency}, wie 1299,50 oder 1299.50.',
  'row.not_csv': 'Das ist keine CSV-Datei. Eine Tabellenkalkulation kann eine speichern, als „CSV UTF-8“.',
  'row.not_day': '„{text}“ ist kein Tag. Schreiben Sie ihn wie 2026-06-01.',
  'row.not_email': 'Das ist keine E-Mail-Adresse.',
  'row.not_flag': '„{text}“ ist weder „continue“ noch „deny“.',
  'row.not_id': '„{text}“ kann keine ID sein.',
  'row.not_number': '„{text}“ ist keine ganze Zahl.',
  'row.not_text': 'Der Text hat mehr als {max} Zeichen oder ist kein Text.',
  'row.not_time': '„{text}“ ist keine Zeit. Schreiben Sie 2026-06-01 09:00 (Zeit des Shops) oder 2026-06-01T09:00Z.',
  'row.not_tracking_link':
    'Die Seite zur Verfolgung ist eine Adresse von höchstens {max} Zeichen, die mit https:// beginnt, ohne Benutzernamen.',
  'row.not_tracking_number':
    'Eine Sendungsnummer hat höchstens {max} Buchstaben, Ziffern, Leerzeichen und die Zeichen . / _ -',
  'row.not_utf8':
    'Die Datei ist nicht UTF-8: siehe Zeile {line}. Speichern Sie sie als „CSV UTF-8“, und versuchen Sie es noch einmal.',
  'row.not_xml':
    'Das XML lässt sich in Zeile {line} nicht lesen. Vielleicht ist es abgeschnitten, oder ein Zeichen wie & ist dort nicht maskiert.',
  'row.not_yes_no': '„{text}“ ist weder „yes“ noch „no“.',
  'row.not_sold_itself': 'Es wird in seinen Teilen oder anderswo verkauft, darum fehlt es.',
  'row.nul': 'In Zeile {line} steht ein NUL-Zeichen.',
  'row.option_gap': 'Eine spätere Option hat einen Wert, diese hat keinen.',
  'row.options_miscounted': 'Die Zeile hat nicht für jede Option des Produkts einen Wert.',
  'row.options_missing': 'Das Produkt hat Varianten mit Optionen; diese Zeile sagt nicht, welche sie meint.',
  'row.order_discount': 'Die Bestellung kostet weniger als ihre Positionen: {amount} davon ist der Rabatt auf diese.',
  'row.order_price_unclear':
    'Die Bestellung kostet weniger als ihre Positionen, von denen einige storniert sind. Geben Sie in einer CSV-Datei an, was jede kostet.',
  'row.other_product':
    'Eine Warteliste behält ihr Produkt: Lassen Sie das Produkt weg, oder legen Sie dafür eine neue Warteliste an.',
  'row.over_before_opening': 'Der Zeitraum für den Versand wäre vorbei, wenn die Warteliste öffnet.',
  'row.passed': '{when} ist vorbei.',
  'row.platform_changed': 'Der Katalog hat es in einem anderen Stand.',
  'row.platform_currency': 'Seine Preise sind in {currency}, darum fehlen sie hier.',
  'row.platform_duplicate': 'Zwei seiner Varianten haben dieselben Optionen.',
  'row.platform_handle_taken':
    'Im Katalog hat ein Produkt mit anderer ID sein Handle. Geben Sie jenem Produkt seine neue ID oder ein anderes Handle.',
  'row.platform_new': 'Der Katalog hat es noch nicht.',
  'row.platform_no_id': 'Es hat keine ID.',
  'row.platform_no_title': 'Es hat keinen Titel oder kein Handle.',
  'row.platform_no_variants': 'Es hat keine Varianten.',
  'row.platform_options': 'Eine seiner Varianten hat nicht für jede Option einen Wert.',
  'row.platform_price_rounded': 'Seine Preise haben mehr Nachkommastellen als die Währung: Sie wurden gerundet.',
  'row.platform_tax_class':
    'Ihr Shopsystem besteuert es als „{class}“, und hier gilt der eine Steuersatz jedes Landes.',
  'row.platform_variant_no_id': 'Eine seiner Varianten hat keine ID.',
  'row.postcode_elsewhere': '„{text}“ ist eine Postleitzahl von {country}: Schreiben Sie {country} als Land.',
  'row.postcode_unlike':
    '„{text}“ ist keine Postleitzahl von {country}. Speichern Sie die Spalte als Text, mit führenden Nullen.',
  'row.price_not_above': 'Der Vergleichspreis muss über dem Preis liegen.',
  'row.quote_open':
    'Die Datei endet in einem Anführungszeichen: Die Zeile, die in Zeile {line} beginnt, ist nicht vollständig.',
  'row.region_unknown':
    '„{text}“ ist als Region von {country} nicht bekannt: Schreiben Sie den Namen oder den Code nach ISO 3166-2.',
  'row.row_not_csv': 'Was in Zeile {line} beginnt, ist kein CSV.',
  'row.row_too_large':
    'Was in Zeile {line} beginnt, hat mehr als {max} Bytes. Fehlt ein schließendes Anführungszeichen?',
  'row.rows_differ': 'Zeilen derselben Warteliste sagen hier Verschiedenes.',
  'row.same_parcel': 'Zeile {line} nennt dasselbe Paket.',
  'row.sku_twice': 'Mehrere Varianten haben die SKU „{text}“. Nennen Sie die Variante mit ihrer ID.',
  'row.tax_above_total': 'Die Steuer ist höher als das Ganze.',
  'row.title_missing': 'Keine lesbare Zeile gibt diesem neuen Produkt einen Titel. Es wurde ausgelassen.',
  'row.too_far': '{when} liegt mehr als zehn Jahre voraus.',
  'row.too_few_units': 'Die Lieferung hat noch {left} Stück, und die Zeile braucht {needed}.',
  'row.too_long': 'Das sind mehr als {max} Zeichen.',
  'row.row_too_wide':
    'Die Zeile {line} hat mehr Zellen als die Kopfzeile ({max}). Steht ein Komma außerhalb von Anführungszeichen?',
  'row.too_many_cells':
    'Die Zeile hat mehr Zellen als die Kopfzeile ({max}). Steht ein Komma außerhalb von Anführungszeichen?',
  'row.too_many_rows': 'Die Datei hat mehr als {max} Zeilen.',
  'row.too_many_units': 'Die Warteliste gibt einem Kunden höchstens {max} Stück.',
  'row.too_many_variants': 'Ein Produkt hat höchstens {max} Varianten.',
  'row.units_of_product': 'Diese Stückzahl gilt für das ganze Produkt. Geben Sie die Stückzahl jeder Variante an.',
  'row.unknown_state': '„{text}“ ist kein Stand. Es gibt: {states}.',
  'row.unknown_variant_name': 'Eine Variante mit der ID oder SKU „{text}“ gibt es nicht.',
  'row.utf16': 'Die Datei ist UTF-16. Speichern Sie sie als „CSV UTF-8“, und versuchen Sie es noch einmal.',
  'row.waitlist_not_such': 'Eine solche Warteliste, die die Variante anbietet, gibt es nicht.',
  'row.window_ended':
    'Der Zeitraum für den Versand ist vorbei: Er endete vor dem heutigen Tag in der Zeitzone des Shops.',
  'row.window_too_long': 'Der Zeitraum für den Versand ist länger als ein Jahr.',
  'row.xml_no_feed': 'Dieses XML ist kein Feed von Produkten: Es hat weder ein item (RSS) noch ein entry (Atom).',
};
