/**
 * Returns the script that stands in for Stripe.js and its Payment Element, so that a checkout runs the same code as at Stripe:
 * some of its calls, and a card form in a frame of the stand-in's own. Nothing here is Stripe's.
 */
export function elementsScript(origin: string): string {
  return `(() => {
  const origin = ${JSON.stringify(origin)};
  // Takes over colour and font of the text, and whether the page is dark.
  const framed = (path, locale, host) => {
    const { color, fontFamily: font, fontSize: size } = getComputedStyle(host);
    const { colorScheme } = getComputedStyle(document.documentElement);
    const mayBe = (name) => colorScheme.includes(name);
    const isDark = mayBe('dark') && (!mayBe('light') || matchMedia('(prefers-color-scheme: dark)').matches);
    const look = { color, font, size, scheme: isDark ? 'dark' : 'light' };
    const frame = document.createElement('iframe');
    frame.src = origin + path + (path.includes('?') ? '&' : '?') + 'locale=' + encodeURIComponent(locale)
      + '#' + encodeURIComponent(JSON.stringify(look));
    frame.style.colorScheme = look.scheme;
    return frame;
  };
  /** Listens to one frame. Applies the title and height that it reports. */
  const hear = (frame, listener) => {
    const heard = ({ source, data }) => {
      if (source !== frame.contentWindow || !data?.fakeStripe) return;
      if (!frame.isConnected) return removeEventListener('message', heard);
      if (data.title) frame.title = data.title;
      if (data.height) frame.style.height = data.height + 'px';
      listener(data.fakeStripe, data);
    };
    addEventListener('message', heard);
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
  // Stripe.js throws for unknown options, and then there is no form. The options are those of its published types.
  const UPDATABLE = ['mode', 'amount', 'currency', 'setupFutureUsage', 'captureMethod', 'allowedPaymentMethodTypes', 'appearance'];
  const only = (call, given, names) => {
    const strange = Object.keys(given).find((name) => !names.includes(name));
    if (strange) throw new Error('IntegrationError: ' + call + ' takes no ' + strange);
  };
  const check = ({ mode, amount, currency, captureMethod }) => {
    const paid = Number.isSafeInteger(amount) && amount > 0;
    const fits = mode === 'payment' ? paid : mode === 'setup' && amount === undefined && captureMethod === undefined;
    if (!fits || !/^[a-z]{3}$/.test(currency)) throw new Error('IntegrationError: mode, amount and currency do not fit');
  };
  const typeOf = (secret) => (secret.startsWith('pi_') ? 'payment_intent' : 'setup_intent');
  window.Stripe = (key, settings = {}) => {
    only('Stripe()', settings, ['locale']);
    const { locale = 'auto' } = settings;
    const retrieve = (secret) => {
      const type = typeOf(secret);
      const id = secret.split('_secret_')[0];
      return call(key, '/v1/' + type + 's/' + id + '?client_secret=' + encodeURIComponent(secret));
    };
    return {
      elements(options) {
        only('elements()', options, UPDATABLE);
        check(options);
        let frame;
        let submitted = false;
        const listeners = {};
        const emit = (name, event) => (listeners[name] ?? []).forEach((listener) => listener(event));
        const element = {
          mount(place) {
            const container = typeof place === 'string' ? document.querySelector(place) : place;
            frame = framed('/fake/elements', locale, container);
            frame.title = 'Card';
            frame.style.cssText += ';width:100%;height:0;border:0;display:block';
            let heard = false;
            hear(frame, (said, { complete }) => {
              heard = true;
              emit(said, { elementType: 'payment', complete });
            });
            // The browser fires "load" for its own error page too.
            const failed = () => heard || emit('loaderror', { error: { message: 'not loaded' } });
            frame.addEventListener('load', () => setTimeout(failed, 1000));
            container.append(frame);
          },
          on(name, listener) { (listeners[name] ??= []).push(listener); return element; },
          destroy() { frame?.remove(); },
          focus() { if (frame) ask(frame, { fakeStripe: 'focus' }); },
        };
        return {
          options,
          create(type, given = {}) {
            if (type !== 'payment') throw new Error('IntegrationError: there is no such element');
            only('create()', given, ['layout', 'wallets']);
            return element;
          },
          update(changes) {
            only('update()', changes, UPDATABLE);
            check({ ...options, ...changes });
            Object.assign(options, changes);
            submitted = false;
          },
          submitted: () => submitted,
          async submit() {
            const { error } = await ask(frame, { fakeStripe: 'check' });
            submitted = !error;
            return error ? { error } : { selectedPaymentMethod: 'card' };
          },
          card: () => ask(frame, { fakeStripe: 'card' }),
          refuse: ({ message }) => ask(frame, { fakeStripe: 'refuse', message }),
        };
      },
      async createConfirmationToken(given) {
        only('createConfirmationToken()', given, ['elements']);
        const { elements } = given;
        if (!elements.submitted()) throw new Error('IntegrationError: elements.submit() comes first');
        const { error, card } = await elements.card();
        if (error) return { error };
        const usage = elements.options.setupFutureUsage ?? (elements.options.mode === 'setup' ? 'off_session' : undefined);
        const form = { 'payment_method_data[type]': 'card' };
        for (const [name, value] of Object.entries(card)) form['payment_method_data[card][' + name + ']'] = value;
        if (usage) form.setup_future_usage = usage;
        const made = await call(key, '/v1/confirmation_tokens', form);
        if (made.error) await elements.refuse(made.error);
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
        const cover = document.createElement('dialog');
        cover.style.cssText = 'width:min(26rem,calc(100% - 2rem));padding:0;border:0;border-radius:12px;overflow:hidden';
        const frame = framed(url.slice(origin.length), locale, document.body);
        frame.title = 'Bank';
        frame.style.cssText += ';width:100%;height:0;border:0;display:block';
        const close = () => {
          cover.remove();
          resolve();
        };
        hear(frame, (said) => said === 'challenge' && close());
        // Closes without an answer. The page around it must not react to the key.
        cover.addEventListener('keydown', (event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          close();
        });
        cover.append(frame);
        document.body.append(cover);
        cover.showModal();
      });
    }
  };
})();
`;
}
