import { OFFERED_CARDS } from './cards.ts';
import { html, trustedHtml } from './html.ts';
import { framedPage, type PageText, type PageTexts } from './page.ts';
import { WALLET_NAMES, type Wallet, type WalletSettings } from './wallets.ts';

/** A person of the test wallet. All of them are made up. */
type Person = Readonly<
  Record<'name' | 'email' | 'phone' | 'line1' | 'city' | 'state' | 'postal_code' | 'country', string>
>;

const PHONE = '+1 202 555 0147'; // of the numbers that nobody has

const PEOPLE: readonly Person[] = [
  {
    name: 'Ada Lovelace',
    email: 'ada@wallet.example',
    phone: PHONE,
    line1: 'Torstraße 1',
    city: 'Berlin',
    state: '',
    postal_code: '10119',
    country: 'DE',
  },
  {
    name: 'Marie Martin',
    email: 'marie@wallet.example',
    phone: PHONE,
    line1: '12 Rue de Rivoli',
    city: 'Paris',
    state: '',
    postal_code: '75001',
    country: 'FR',
  },
  {
    name: 'Grace Hopper',
    email: 'grace@wallet.example',
    phone: PHONE,
    line1: '350 5th Avenue',
    city: 'New York',
    state: 'NY',
    postal_code: '10118',
    country: 'US',
  },
];

const LABELS: Readonly<Record<keyof Person, PageText>> = {
  name: 'wallet_test.name',
  email: 'email',
  phone: 'phone',
  line1: 'address.line1',
  postal_code: 'address.postal_code_postal',
  city: 'address.city_city',
  state: 'address.region_region',
  country: 'country',
};

/** Returns the buttons of the Express Checkout Element: one for each wallet that the account offers. */
export function walletButtonsPage(texts: PageTexts, { wallets }: WalletSettings, script: string): string {
  const buttons = wallets.map(
    (wallet) =>
      html`<button type="button" class="main" data-wallet="${wallet}">${texts.say('wallet_test.button', { wallet: WALLET_NAMES[wallet] })}</button>`,
  );
  const title = wallets.map((wallet) => WALLET_NAMES[wallet]).join(', ');
  return framedPage(texts, { title, body: html`<div class="wallets">${buttons}</div>`, script });
}

/** Returns the sheet that a wallet opens. The amounts come from the page that opened it, and its script shows them. */
export function walletSheetPage(
  texts: PageTexts,
  { wallet, card, script }: { wallet: Wallet; card: string; script: string },
): string {
  const { say } = texts;
  const name = WALLET_NAMES[wallet];
  const people = PEOPLE.map(
    (person, at) => html`<option value="${at}">${person.name}, ${person.city} (${person.country})</option>`,
  );
  const cards = OFFERED_CARDS.map(
    ({ number, does }) =>
      html`<option value="${number}"${chosen(number === card)}>•••• ${number.slice(-4)}: ${say(`test.card.${does}`)}</option>`,
  );
  const fields = Object.entries(LABELS).map(
    ([id, label]) =>
      html`<div><label for="${id}">${say(label)}</label><input id="${id}" name="${id}" autocomplete="off"></div>`,
  );
  const body = html`<div class="page"><h1>${say('wallet_test.title', { wallet: name })}</h1>
<p class="muted">${say('wallet_test.text')}</p>
<div><label for="person">${say('wallet_test.person')}</label><select id="person">${people}</select></div>
<div><label for="card">${say('card')}</label><select id="card">${cards}</select></div>
<details><summary>${say('wallet_test.details')}</summary><div class="page__more">${fields}</div></details>
<table><tbody id="lines"></tbody><tfoot><tr><th scope="row">${say('total_now')}</th><td class="sum" id="total"></td></tr></tfoot></table>
<p role="alert" id="problem" hidden></p>
<div class="row"><button type="button" class="main" id="approve">${say('challenge.approve')}</button>
<button type="button" id="cancel">${say('wallet_test.cancel')}</button></div></div>`;
  const said = { refused: say('wallet_test.refused'), failed: say('wallet_test.failed') };
  const data = html`<script type="application/json" id="said">${json({ said, people: PEOPLE })}</script>`;
  return framedPage(texts, { title: name, body: html`${body}${data}`, script });
}

const chosen = (is: boolean) => (is ? html` selected` : null);

const json = (data: object) => trustedHtml(JSON.stringify(data).replaceAll('<', '\\u003c'));
