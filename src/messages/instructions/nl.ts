import type { InstructionMessages } from './messages.ts';

export const instructions: InstructionMessages = {
  'instructions.title': 'Herroepingsrecht',
  'instructions.right':
    'U heeft het recht om binnen een termijn van {days} dagen zonder opgave van redenen de overeenkomst te herroepen.',
  'instructions.period.order':
    'De herroepingstermijn verstrijkt {days} dagen na de dag waarop u of een door u aangewezen derde, die niet de vervoerder is, het laatste goed fysiek in bezit krijgt.',
  'instructions.period.line':
    'De herroepingstermijn verstrijkt {days} dagen na de dag waarop u of een door u aangewezen derde, die niet de vervoerder is, het goed fysiek in bezit krijgt.',
  'instructions.exercise':
    'Om het herroepingsrecht uit te oefenen, moet u ons ({seller}) via een ondubbelzinnige verklaring (bv. schriftelijk per post of e-mail) op de hoogte stellen van uw beslissing de overeenkomst te herroepen. U kunt hiervoor gebruikmaken van het bijgevoegde modelformulier voor herroeping, maar bent hiertoe niet verplicht.',
  'instructions.online':
    'U kunt uw herroepingsrecht ook online uitoefenen op {url}. Als u van deze onlinefunctie gebruikmaakt, sturen wij u onverwijld op een duurzame gegevensdrager (bv. per e-mail) een ontvangstbevestiging met de inhoud van de herroepingsverklaring en de datum en het tijdstip van indiening ervan.',
  'instructions.deadline':
    'Om de herroepingstermijn na te leven volstaat het om uw mededeling betreffende uw uitoefening van het herroepingsrecht te verzenden voordat de herroepingstermijn is verstreken.',
  'instructions.effects': 'Gevolgen van de herroeping',
  'instructions.refund':
    'Als u de overeenkomst herroept, ontvangt u alle betalingen die u tot op dat moment heeft gedaan, inclusief leveringskosten (met uitzondering van eventuele extra kosten ten gevolge van uw keuze voor een andere wijze van levering dan de door ons geboden goedkoopste standaardlevering) onverwijld en in ieder geval niet later dan 14 dagen nadat wij op de hoogte zijn gesteld van uw beslissing de overeenkomst te herroepen, van ons terug. Wij betalen u terug met hetzelfde betaalmiddel als waarmee u de oorspronkelijke transactie heeft verricht, tenzij u uitdrukkelijk anderszins heeft ingestemd; in ieder geval zullen u voor zulke terugbetaling geen kosten in rekening worden gebracht.',
  'instructions.withhold':
    'Wij mogen wachten met terugbetaling tot wij de goederen hebben teruggekregen, of u heeft aangetoond dat u de goederen heeft teruggezonden, al naar gelang welk tijdstip eerst valt.',
  'instructions.send_back':
    'U dient de goederen onverwijld, doch in ieder geval niet later dan 14 dagen na de dag waarop u het besluit de overeenkomst te herroepen aan ons heeft medegedeeld, aan ons ({address}) terug te zenden of te overhandigen. U bent op tijd als u de goederen terugstuurt voordat de termijn van 14 dagen is verstreken.',
  'instructions.costs.store': 'De kosten van het terugzenden van de goederen zijn voor onze rekening.',
  'instructions.costs.shopper': 'De directe kosten van het terugzenden van de goederen komen voor uw rekening.',
  'instructions.value':
    'U bent alleen aansprakelijk voor de waardevermindering van de goederen die het gevolg is van het gebruik van de goederen, dat verder gaat dan nodig is om de aard, de kenmerken en de werking van de goederen vast te stellen.',
  'instructions.form': 'Modelformulier voor herroeping',
  'instructions.form.hint': '(Dit formulier alleen invullen en terugzenden als u de overeenkomst wilt herroepen.)',
  'instructions.form.to': 'Aan {seller}:',
  'instructions.form.statement':
    'Ik/Wij (*) deel/delen (*) u hierbij mede dat ik/wij (*) onze overeenkomst betreffende de verkoop van de volgende goederen (*) herroep/herroepen (*):',
  'instructions.form.ordered': 'Besteld op (*)/Ontvangen op (*):',
  'instructions.form.name': 'Naam/Namen consument(en):',
  'instructions.form.address': 'Adres consument(en):',
  'instructions.form.signature':
    'Handtekening van consument(en) (alleen wanneer dit formulier op papier wordt ingediend):',
  'instructions.form.date': 'Datum:',
  'instructions.form.delete': '(*) Doorhalen wat niet van toepassing is.',
};
