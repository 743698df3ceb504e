import { html, trustedHtml } from '../../../platform/html.ts';

/**
 * What stands in for Stripe.js and its Payment Element, so that the checkout runs the same code over the fake: the calls
 * that `browser/frames/checkout` makes, and a card form in a frame of the fake's own. Nothing here is Stripe's.
 */
export function elementsScript(origin: string): string {
  return `(() => {
  const origin = ${JSON.stringify(origin)};
  const framed = (path) => {
    const frame = document.createElement('iframe');
    frame.src = origin + path;
    return frame;
  };
  const call = async (key, path, form) => {
    const response = await fetch(origin + path, {
      method: form ? 'POST' : 'GET',
      headers: { authorization: 'Bearer ' + key, 'content-type': 'application/x-www-form-urlencoded' },
      body: form && new URLSearchParams(form),
    });
    const answer = await response.json();
    return answer.error ? { error: answer.error } : { object: answer };
  };
  const ask = (frame, message) => new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    frame.contentWindow.postMessage(message, origin, [port2]);
  });
  const typeOf = (secret) => (secret.startsWith('pi_') ? 'payment_intent' : 'setup_intent');
  window.Stripe = (key, { locale = 'auto' } = {}) => {
    const retrieve = (secret) => {
      const type = typeOf(secret);
      const id = secret.split('_secret_')[0];
      return call(key, '/v1/' + type + 's/' + id + '?client_secret=' + encodeURIComponent(secret));
    };
    return {
      elements(options) {
        let frame;
        const listeners = {};
        const emit = (name, event) => (listeners[name] ?? []).forEach((listener) => listener(event));
        const element = {
          mount(place) {
            const container = typeof place === 'string' ? document.querySelector(place) : place;
            frame = framed('/fake/elements#' + encodeURIComponent(locale));
            frame.title = 'Card';
            frame.style.cssText = 'width:100%;height:220px;border:0;display:block';
            frame.addEventListener('load', () => emit('ready', { elementType: 'payment' }));
            frame.addEventListener('error', () => emit('loaderror', { error: { message: 'not loaded' } }));
            addEventListener('message', ({ source, data }) => {
              if (source === frame.contentWindow && data?.fakeStripe === 'change') emit('change', { elementType: 'payment' });
            });
            container.append(frame);
          },
          on(name, listener) { (listeners[name] ??= []).push(listener); return element; },
          destroy() { frame?.remove(); },
          focus() { frame?.focus(); },
        };
        return {
          options,
          create: () => element,
          update(changes) { Object.assign(options, changes); },
          async submit() {
            const { error } = await ask(frame, { fakeStripe: 'check' });
            return error ? { error } : { selectedPaymentMethod: 'card' };
          },
          card: () => ask(frame, { fakeStripe: 'card' }),
        };
      },
      async createConfirmationToken({ elements }) {
        const { error, card } = await elements.card();
        if (error) return { error };
        const usage = elements.options.setupFutureUsage ?? (elements.options.mode === 'setup' ? 'off_session' : undefined);
        const form = { 'payment_method_data[type]': 'card' };
        for (const [name, value] of Object.entries(card)) form['payment_method_data[card][' + name + ']'] = value;
        if (usage) form.setup_future_usage = usage;
        const made = await call(key, '/v1/confirmation_tokens', form);
        return made.error ? made : { confirmationToken: made.object };
      },
      async handleNextAction({ clientSecret }) {
        const before = await retrieve(clientSecret);
        if (before.error) return before;
        const url = before.object.next_action?.use_stripe_sdk?.stripe_js;
        if (url) await challenge(url);
        const after = await retrieve(clientSecret);
        if (after.error) return after;
        return { [typeOf(clientSecret) === 'payment_intent' ? 'paymentIntent' : 'setupIntent']: after.object };
      },
    };
    function challenge(url) {
      return new Promise((resolve) => {
        const cover = document.createElement('div');
        cover.style.cssText = 'position:fixed;inset:0;background:#0008;display:grid;place-items:center;z-index:9';
        const frame = framed(url.slice(origin.length));
        frame.title = 'Your bank';
        frame.style.cssText = 'width:min(400px,90%);height:300px;border:0;background:#fff';
        cover.append(frame);
        const done = ({ source, data }) => {
          if (source !== frame.contentWindow || data?.fakeStripe !== 'challenge') return;
          removeEventListener('message', done);
          cover.remove();
          resolve();
        };
        addEventListener('message', done);
        document.body.append(cover);
      });
    }
  };
})();
`;
}

const STYLE = `body{margin:0;font:16px system-ui,sans-serif}
label{display:block;margin:0 0 8px;color:#444;font-size:14px}
input{display:block;width:100%;box-sizing:border-box;font:inherit;padding:8px;margin-top:4px;border:1px solid #888;border-radius:4px}
p{margin:0;color:#a00;font-size:14px}`;

const SCRIPT = `const field = (name) => document.querySelector('[name=' + name + ']').value.replace(/\\s/g, '');
const read = () => {
  const [month, year] = field('expiry').split('/');
  const card = { number: field('number'), exp_month: String(Number(month)), exp_year: '20' + year, cvc: field('cvc') };
  const whole = /^\\d{12,19}$/.test(card.number) && /^\\d{1,2}\\/\\d{2}$/.test(field('expiry')) && /^\\d{3,4}$/.test(card.cvc);
  const error = whole ? undefined : { type: 'validation_error', code: 'incomplete_number', message: 'Your card is incomplete.' };
  document.querySelector('p').textContent = error ? error.message : '';
  return { card, error };
};
addEventListener('input', () => parent.postMessage({ fakeStripe: 'change' }, '*'));
addEventListener('message', ({ data, ports: [port] }) => {
  if (data?.fakeStripe !== 'check' && data?.fakeStripe !== 'card') return;
  const { card, error } = read();
  port.postMessage(error ? { error } : { card });
});`;

/** The card form, in a document of the provider's: its page cannot read what is typed into it. */
export function elementsPage(): string {
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Card</title>
<style>${trustedHtml(STYLE)}</style></head><body>
<label>Card number <input name="number" inputmode="numeric" autocomplete="cc-number"></label>
<label>Expiry <input name="expiry" placeholder="MM/YY" autocomplete="cc-exp"></label>
<label>Security code <input name="cvc" inputmode="numeric" autocomplete="cc-csc"></label>
<p role="alert"></p><script>${trustedHtml(SCRIPT)}</script></body></html>`.markup;
}
