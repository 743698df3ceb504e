import type { InstructionMessages } from './messages.ts';

export const instructions: InstructionMessages = {
  'instructions.title': 'Ångerrätt',
  'instructions.right': 'Du har rätt att frånträda avtalet utan att ange något skäl inom {days} dagar.',
  'instructions.period.order':
    'Ångerfristen löper ut {days} dagar efter den dag då du eller någon tredje part, dock ej transportföretaget, som du anger, tar den sista varan i fysisk besittning.',
  'instructions.period.line':
    'Ångerfristen löper ut {days} dagar efter den dag då du eller någon tredje part, dock ej transportföretaget, som du anger, tar varan i fysisk besittning.',
  'instructions.exercise':
    'Om du vill utöva ångerrätten ska du till oss ({seller}) skicka ett klart och tydligt meddelande om ditt beslut att frånträda avtalet (t.ex. i ett brev som skickas per post eller e-post). Du kan använda den bifogade ångerblanketten, men detta är inte obligatoriskt.',
  'instructions.online':
    'Du kan också utöva din ångerrätt online på {url}. Om du använder denna onlinefunktion skickar vi dig utan onödigt dröjsmål ett mottagningsbevis på ett varaktigt medium (t.ex. med e-post), med innehållet i ditt meddelande om frånträde och datum och tidpunkt för när det lämnades in.',
  'instructions.deadline':
    'För att du ska hinna utöva din ångerrätt i tid räcker det med att du sänder in ditt meddelande om att du tänker utöva ångerrätten innan ångerfristen löpt ut.',
  'instructions.effects': 'Verkan av utövad ångerrätt',
  'instructions.refund':
    'Om du frånträder avtalet ska vi betala tillbaka alla betalningar vi fått från dig, inbegripet leveranskostnader (men inte extra leveranskostnader till följd av att du valt något annat leveranssätt än den billigaste standardleverans som vi erbjuder). Återbetalningen kommer att ske utan onödigt dröjsmål och i vilket fall som helst senast 14 dagar från och med den dag då vi underrättades om ditt beslut att frånträda avtalet. Vi kommer att använda samma betalningssätt för återbetalningen som du själv har använt för den inledande affärshändelsen, om du inte uttryckligen kommit överens med oss om något annat; i vilket fall som helst kommer återbetalningen inte att kosta dig något.',
  'instructions.withhold':
    'Vi får vänta med återbetalningen tills vi fått tillbaka varan från dig eller du har sänt in bevis på att du sänt tillbaka den, beroende på vilket som inträffar först.',
  'instructions.send_back':
    'Du måste återsända eller överlämna varorna till oss ({address}) utan onödigt dröjsmål och i vilket fall som helst senast 14 dagar efter den dag då du informerade oss om ditt beslut att frånträda avtalet. Tidsfristen anses respekterad om du sänder tillbaka varorna innan perioden på 14 dagar har löpt ut.',
  'instructions.costs.store': 'Vi kommer att stå för returkostnaden.',
  'instructions.costs.shopper': 'Du ska stå för den direkta returkostnaden.',
  'instructions.value':
    'Du ansvarar endast för varornas värdeminskning till följd av annan hantering än den som krävs för att fastställa varornas natur, egenskaper och funktion.',
  'instructions.form': 'Ångerblankett',
  'instructions.form.hint': '(Fyll i och återsänd denna blankett endast om du vill frånträda avtalet.)',
  'instructions.form.to': 'Till {seller}:',
  'instructions.form.statement':
    'Jag/Vi (*) meddelar härmed att jag/vi (*) frånträder mitt/vårt (*) köpeavtal om följande varor (*):',
  'instructions.form.ordered': 'Beställdes den (*)/mottogs den (*):',
  'instructions.form.name': 'Konsumentens/konsumenternas namn:',
  'instructions.form.address': 'Konsumentens/konsumenternas adress:',
  'instructions.form.signature': 'Konsumentens/konsumenternas namnteckning (endast om blanketten skickas på papper):',
  'instructions.form.date': 'Datum:',
  'instructions.form.delete': '(*) Stryk det som inte gäller.',
};
