import type { InstructionMessages } from './messages.ts';

export const instructions: InstructionMessages = {
  'instructions.title': 'Diritto di recesso',
  'instructions.right': 'Lei ha il diritto di recedere dal contratto, senza indicarne le ragioni, entro {days} giorni.',
  'instructions.period.order':
    'Il periodo di recesso scade dopo {days} giorni dal giorno in cui Lei o un terzo, diverso dal vettore e da Lei designato, acquisisce il possesso fisico dell’ultimo bene.',
  'instructions.period.line':
    'Il periodo di recesso scade dopo {days} giorni dal giorno in cui Lei o un terzo, diverso dal vettore e da Lei designato, acquisisce il possesso fisico dei beni.',
  'instructions.exercise':
    'Per esercitare il diritto di recesso, Lei è tenuto a informarci ({seller}) della Sua decisione di recedere dal presente contratto tramite una dichiarazione esplicita (ad esempio lettera inviata per posta o posta elettronica). A tal fine può utilizzare il modulo tipo di recesso allegato, ma non è obbligatorio.',
  'instructions.online':
    'Lei può esercitare il Suo diritto di recesso anche online all’indirizzo {url}. Se utilizza questa funzione online, Le trasmetteremo senza indebito ritardo su un supporto durevole (ad esempio per posta elettronica) una conferma di ricevimento con il contenuto della dichiarazione di recesso e la data e l’ora della sua presentazione.',
  'instructions.deadline':
    'Per rispettare il termine di recesso, è sufficiente che Lei invii la comunicazione relativa all’esercizio del diritto di recesso prima della scadenza del periodo di recesso.',
  'instructions.effects': 'Effetti del recesso',
  'instructions.refund':
    'Se Lei recede dal presente contratto, Le saranno rimborsati tutti i pagamenti che ha effettuato a nostro favore, compresi i costi di consegna (ad eccezione dei costi supplementari derivanti dalla Sua eventuale scelta di un tipo di consegna diverso dal tipo meno costoso di consegna standard da noi offerto), senza indebito ritardo e in ogni caso non oltre 14 giorni dal giorno in cui siamo informati della Sua decisione di recedere dal presente contratto. Detti rimborsi saranno effettuati utilizzando lo stesso mezzo di pagamento da Lei usato per la transazione iniziale, salvo che Lei non abbia espressamente convenuto altrimenti; in ogni caso, non dovrà sostenere alcun costo quale conseguenza di tale rimborso.',
  'instructions.withhold':
    'Il rimborso può essere sospeso fino al ricevimento dei beni oppure fino all’avvenuta dimostrazione da parte Sua di aver rispedito i beni, se precedente.',
  'instructions.send_back':
    'È pregato di rispedire i beni o di consegnarli a noi ({address}), senza indebiti ritardi e in ogni caso entro 14 giorni dal giorno in cui ci ha comunicato il Suo recesso dal presente contratto. Il termine è rispettato se Lei rispedisce i beni prima della scadenza del periodo di 14 giorni.',
  'instructions.costs.store': 'I costi della restituzione dei beni saranno a nostro carico.',
  'instructions.costs.shopper': 'I costi diretti della restituzione dei beni saranno a Suo carico.',
  'instructions.value':
    'Lei è responsabile solo della diminuzione del valore dei beni risultante da una manipolazione del bene diversa da quella necessaria per stabilire la natura, le caratteristiche e il funzionamento dei beni.',
  'instructions.form': 'Modulo tipo di recesso',
  'instructions.form.hint': '(Compilare e restituire il presente modulo solo se si desidera recedere dal contratto.)',
  'instructions.form.to': 'Destinatario: {seller}',
  'instructions.form.statement':
    'Con la presente io/noi (*) notifichiamo il recesso dal mio/nostro (*) contratto di vendita dei seguenti beni (*):',
  'instructions.form.ordered': 'Ordinato il (*)/ricevuto il (*):',
  'instructions.form.name': 'Nome del/dei consumatore(i):',
  'instructions.form.address': 'Indirizzo del/dei consumatore(i):',
  'instructions.form.signature':
    'Firma del/dei consumatore(i) (solo se il presente modulo è notificato in versione cartacea):',
  'instructions.form.date': 'Data:',
  'instructions.form.delete': '(*) Cancellare la dicitura inutile.',
};
