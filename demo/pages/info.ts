import { type Html, html } from '../../src/platform/html.ts';
import { TEST_CARDS, type TestCardBehaviour } from '../../src/protocol/wire/test-cards.ts';
import { layout, type PageContext } from './layout.ts';

type Info = { title: string; description: string; body: () => Html };

const PAGES: Record<string, Info> = {
  runs: {
    title: 'How runs work',
    description: 'Why Aldersund sells before it makes, and what that means for you.',
    body: () => html`<p class="lead">We make as much as has been asked for. Nothing waits in a warehouse, nothing is thrown away in January.</p>
<h2>You take a place</h2><p>A run has a fixed number of pieces. Your pre-order takes one of them, and nobody else can have it. When all are taken, the button says so.</p>
<h2>You see when it leaves</h2><p>Every run has a window in which it ships, a few days wide, because that is how exactly anybody can know. It stands on the button, in the checkout and in your confirmation.</p>
<h2>You know what you pay when</h2><p>Most runs are paid when you order. For the <a href="/products/skjul-tent">tent</a> it is a fifth, and the rest when it is ready to ship; the <a href="/products/lull-headphones">headphones</a> are paid only then. If a run does not happen, all of it comes back to you.</p>`,
  },
  'test-cards': {
    title: 'Test cards',
    description: 'Card numbers for trying the checkout of the demo store.',
    body: () => html`<p class="lead">The demo store takes these cards and no others. Any date in the future, any three digits.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Test cards"><table><thead><tr><th scope="col">Number</th><th scope="col">What happens</th></tr></thead>
<tbody>${CARDS.map(({ number, behaviour }) => html`<tr><td><code>${number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')}</code></td><td>${OUTCOMES[behaviour]}</td></tr>`)}</tbody></table></div>`,
  },
  terms: {
    title: 'Terms',
    description: 'The terms of the demo store.',
    body: () => html`<p class="lead">These terms are part of a demo: no contract comes about, nothing is charged and nothing is delivered.</p>
<h2>1. Who sells</h2><p>Aldersund Oy Ab, Skeppsbron 4, 10900 Hanko, Finland, is made up for this demo, as are its products.</p>
<h2>2. Pre-orders</h2><p>A pre-order is an order for goods that are still to be made. It is accepted when you see its reference. It names the window in which the goods are expected to leave us.</p>
<h2>3. Prices and payment</h2><p>Prices include value added tax. Delivery is added once for each pre-order and shown before you pay. The checkout says what is charged when you order and what is charged, to the same card, when the goods are ready to ship.</p>
<h2>4. Changes of the date</h2><p>If a run is late we tell you the new window, and you may withdraw and get back what you paid.</p>
<h2>5. Withdrawal</h2><p>You may withdraw from the order until 30 days after the goods have reached you, without giving a reason. See <a href="/pages/returns">Returns</a>.</p>`,
  },
  privacy: {
    title: 'Privacy',
    description: 'What the demo store keeps.',
    body: () => html`<p class="lead">What you enter stays on the computer that runs this demo. Please do not enter anything that is not made up.</p>
<h2>What is kept</h2><p>The contact and delivery address of a pre-order, what was ordered and paid, and the words you agreed to: in the service’s own database, and in the confirmation mail that it writes.</p>
<h2>What is not</h2><p>The service sees no card number: the form is the payment provider’s, here a stand-in on the same computer. The store sets one cookie when you sign in as the demo customer. The service sets none. Neither loads anything from another site.</p>`,
  },
  returns: {
    title: 'Returns',
    description: 'How to send something back to the demo store.',
    body: () => html`<p class="lead">Thirty days, in the box it came in, for any reason or none.</p>
<h2>Before it ships</h2><p>Cancel it under <a href="/account">Orders</a>: what comes back is said before. Or write to hello@aldersund.example with its reference.</p>
<h2>After it arrived</h2><p>Send it to Aldersund Returns, Varastokatu 2, 10900 Hanko, Finland, and put the reference inside.</p>
<h2>When something breaks</h2><p>We repair what we made, for as long as we have the parts, which is longer than most people keep things.</p>`,
  },
};

// Cards that work with both providers of the demo; only the test provider supports late answers.
const CARDS = TEST_CARDS.filter(({ behaviour }) => !behaviour.startsWith('late'));

const OUTCOMES: Record<TestCardBehaviour, string> = {
  succeeds: 'Pays',
  declined: 'Is declined',
  insufficient_funds: 'Is declined: not enough money',
  expired_card: 'Is declined: expired',
  incorrect_card: 'Is declined: wrong details',
  second_step: 'Asks for a second step, as a bank does, and pays if you approve',
  late: 'Pays after a few seconds',
  late_declined: 'Is declined after a few seconds',
  never_answers: 'Never answers: the hold runs out, or the store gives up',
  charge_declined: 'Pays; is declined when the balance is charged later',
  charge_second_step: 'Asks for a second step each time, also when the balance is charged later',
};

export function infoPage(name: string, context: PageContext): string | undefined {
  const info = Object.hasOwn(PAGES, name) ? PAGES[name] : undefined;
  if (!info) return undefined;
  const { title, description, body } = info;
  return layout(context, {
    title,
    description,
    main: html`<article class="info"><h1>${title}</h1>${body()}</article>`,
  });
}
