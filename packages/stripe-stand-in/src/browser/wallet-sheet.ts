// The sheet of the test wallet, a document of the stand-in's own origin. The page around it gets a name, an e-mail address and
// an address only when the shopper approves; before that it gets the parts of the address that a wallet shows for delivery prices.
import { fitIn, tell } from './framed.ts';
import type { SheetView, WalletAddress } from './wallet-types.ts';

const FIELDS = ['name', 'email', 'phone', 'line1', 'city', 'state', 'postal_code', 'country'] as const;
type Field = (typeof FIELDS)[number];

const { said, people } = JSON.parse(document.getElementById('said')?.textContent ?? '{}') as {
  said: Record<'refused' | 'failed', string>;
  people: Record<Field, string>[];
};

const part = <Element extends HTMLElement>(id: string) => document.getElementById(id) as Element;
const entered = (field: Field) => part<HTMLInputElement>(field).value;
const person = part<HTMLSelectElement>('person');
const approve = part<HTMLButtonElement>('approve');

/** What the page that opened the sheet wants to know, and where it delivers to. */
let asked: SheetView['asked'] | undefined;
let isPaying = false;

function explain(text: string): void {
  part('problem').textContent = text;
  part('problem').hidden = text === '';
}

/** Waits for the page's answer; until then nothing can be approved. */
function wait(): void {
  approve.disabled = true;
  part('total').textContent = '…';
}

const address = (): WalletAddress => ({
  line1: entered('line1'),
  line2: null,
  city: entered('city'),
  state: entered('state'),
  postal_code: entered('postal_code'),
  country: entered('country').toUpperCase(),
});

/** Tells the page the new address, without its street. */
function moved(): void {
  if (!asked?.shipping) return;
  explain('');
  wait();
  const { allowed } = asked;
  const { line1: _, line2: __, ...shown } = address();
  if (allowed && !allowed.includes(shown.country)) explain(said.refused);
  else tell('address', { address: { name: entered('name'), address: shown } });
}

function choose(): void {
  const chosen = people[Number(person.value)];
  for (const field of FIELDS) part<HTMLInputElement>(field).value = chosen?.[field] ?? '';
}

function row(name: string, amount: string): HTMLTableRowElement {
  const line = document.createElement('tr');
  const head = document.createElement('th');
  head.scope = 'row';
  head.textContent = name;
  line.append(head, Object.assign(document.createElement('td'), { textContent: amount }));
  return line;
}

function show({ lines, total, digits, currency }: SheetView): void {
  const format = new Intl.NumberFormat(document.documentElement.lang, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const money = (amount: number) => format.format(amount / 10 ** digits);
  part('lines').replaceChildren(...lines.map(({ name, amount }) => row(name, amount === 0 ? '' : money(amount))));
  part('total').textContent = money(total);
  approve.disabled = false;
}

function pay(): void {
  if (isPaying || !asked) return;
  isPaying = true;
  approve.disabled = true;
  explain('');
  const name = entered('name');
  tell('approve', {
    approved: {
      billingDetails: {
        name,
        address: address(),
        ...(asked.email && { email: entered('email') }),
        ...(asked.phone && entered('phone') && { phone: entered('phone') }),
      },
      ...(asked.shipping && { shippingAddress: { name, address: address() } }),
    },
  });
}

addEventListener('message', ({ data, ports: [port] }: MessageEvent<SheetMessage | null>) => {
  if (data?.fakeStripe === 'open') {
    asked = data.view.asked;
    if (asked.shipping) moved();
    else show(data.view);
  } else if (data?.fakeStripe === 'show') show(data.view);
  else if (data?.fakeStripe === 'refused') explain(said.refused);
  else if (data?.fakeStripe === 'failed') {
    isPaying = false;
    approve.disabled = false;
    explain(data.message || said.failed);
  } else if (data?.fakeStripe === 'card') {
    const year = String(new Date().getFullYear() + 3);
    const number = part<HTMLSelectElement>('card').value;
    port?.postMessage({ card: { number, exp_month: '12', exp_year: year, cvc: '123' } });
  }
});

type SheetMessage =
  | { fakeStripe: 'open' | 'show'; view: SheetView }
  | { fakeStripe: 'refused' | 'card' }
  | { fakeStripe: 'failed'; message: string };

person.addEventListener('change', () => {
  choose();
  moved();
});
for (const field of ['city', 'state', 'postal_code', 'country'] as const) part(field).addEventListener('change', moved);
approve.addEventListener('click', pay);
part('cancel').addEventListener('click', () => tell('cancel'));
addEventListener('keydown', ({ key }) => key === 'Escape' && tell('cancel'));

choose();
wait();
fitIn();
tell('ready');
