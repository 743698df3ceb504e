import type { InstructionMessages } from './messages.ts';

export const instructions: InstructionMessages = {
  'instructions.title': 'Prawo odstąpienia od umowy',
  'instructions.right':
    'Mają Państwo prawo odstąpić od niniejszej umowy w terminie {days} dni bez podania jakiejkolwiek przyczyny.',
  'instructions.period.order':
    'Termin do odstąpienia od umowy wygasa po upływie {days} dni od dnia, w którym weszli Państwo w posiadanie ostatniej z rzeczy lub w którym osoba trzecia inna niż przewoźnik i wskazana przez Państwa weszła w posiadanie ostatniej z rzeczy.',
  'instructions.period.line':
    'Termin do odstąpienia od umowy wygasa po upływie {days} dni od dnia, w którym weszli Państwo w posiadanie rzeczy lub w którym osoba trzecia inna niż przewoźnik i wskazana przez Państwa weszła w posiadanie rzeczy.',
  'instructions.exercise':
    'Aby skorzystać z prawa odstąpienia od umowy, muszą Państwo poinformować nas ({seller}) o swojej decyzji o odstąpieniu od niniejszej umowy w drodze jednoznacznego oświadczenia (na przykład pismo wysłane pocztą lub pocztą elektroniczną). Mogą Państwo skorzystać z załączonego wzoru formularza odstąpienia od umowy, jednak nie jest to obowiązkowe.',
  'instructions.online':
    'Mogą Państwo również skorzystać z prawa odstąpienia od umowy online pod adresem {url}. Jeżeli skorzystają Państwo z tej funkcji online, niezwłocznie prześlemy Państwu na trwałym nośniku (na przykład pocztą elektroniczną) potwierdzenie otrzymania, zawierające treść oświadczenia o odstąpieniu od umowy oraz datę i godzinę jego złożenia.',
  'instructions.deadline':
    'Aby zachować termin do odstąpienia od umowy, wystarczy, aby wysłali Państwo informację dotyczącą wykonania przysługującego Państwu prawa odstąpienia od umowy przed upływem terminu do odstąpienia od umowy.',
  'instructions.effects': 'Skutki odstąpienia od umowy',
  'instructions.refund':
    'W przypadku odstąpienia od niniejszej umowy zwracamy Państwu wszystkie otrzymane od Państwa płatności, w tym koszty dostarczenia rzeczy (z wyjątkiem dodatkowych kosztów wynikających z wybranego przez Państwa sposobu dostarczenia innego niż najtańszy zwykły sposób dostarczenia oferowany przez nas), niezwłocznie, a w każdym przypadku nie później niż 14 dni od dnia, w którym zostaliśmy poinformowani o Państwa decyzji o wykonaniu prawa odstąpienia od niniejszej umowy. Zwrotu płatności dokonamy przy użyciu takich samych sposobów płatności, jakie zostały przez Państwa użyte w pierwotnej transakcji, chyba że wyraźnie zgodzili się Państwo na inne rozwiązanie; w każdym przypadku nie poniosą Państwo żadnych opłat w związku z tym zwrotem.',
  'instructions.withhold':
    'Możemy wstrzymać się ze zwrotem płatności do czasu otrzymania rzeczy lub do czasu dostarczenia nam dowodu jej odesłania, w zależności od tego, które zdarzenie nastąpi wcześniej.',
  'instructions.send_back':
    'Proszę odesłać lub przekazać nam rzecz ({address}) niezwłocznie, a w każdym razie nie później niż 14 dni od dnia, w którym poinformowali nas Państwo o odstąpieniu od niniejszej umowy. Termin jest zachowany, jeżeli odeślą Państwo rzecz przed upływem terminu 14 dni.',
  'instructions.costs.store': 'Ponosimy koszty zwrotu rzeczy.',
  'instructions.costs.shopper': 'Będą Państwo musieli ponieść bezpośrednie koszty zwrotu rzeczy.',
  'instructions.value':
    'Odpowiadają Państwo tylko za zmniejszenie wartości rzeczy wynikające z korzystania z niej w sposób inny niż było to konieczne do stwierdzenia charakteru, cech i funkcjonowania rzeczy.',
  'instructions.form': 'Wzór formularza odstąpienia od umowy',
  'instructions.form.hint': '(Formularz ten należy wypełnić i odesłać tylko w przypadku chęci odstąpienia od umowy.)',
  'instructions.form.to': 'Adresat: {seller}',
  'instructions.form.statement':
    'Ja/My (*) niniejszym informuję/informujemy (*) o moim/naszym (*) odstąpieniu od umowy sprzedaży następujących rzeczy (*):',
  'instructions.form.ordered': 'Data zawarcia umowy (*)/odbioru (*):',
  'instructions.form.name': 'Imię i nazwisko konsumenta(-ów):',
  'instructions.form.address': 'Adres konsumenta(-ów):',
  'instructions.form.signature': 'Podpis konsumenta(-ów) (tylko jeżeli formularz jest przesyłany w wersji papierowej):',
  'instructions.form.date': 'Data:',
  'instructions.form.delete': '(*) Niepotrzebne skreślić.',
};
