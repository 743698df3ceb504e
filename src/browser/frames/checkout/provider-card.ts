import type { ProviderScript } from '../../../protocol/wire/checkout-document.ts';

/** What is paid with the card, as the payment will be made: the provider checks that both are the same. */
export type Asked = {
  /** Minor units; 0: the card is kept, and charged later. */
  amount: number;
  currency: string;
  /** Whether the card is charged again, when the shopper is away. */
  keeps: boolean;
};

/** The provider's own card form, in its own frames: what is typed there never reaches us, only a token that stands for it. */
export type ProviderCard = {
  /**
   * Loads the provider's script and shows its form; `edited` is called for everything that is entered there. Rejects when
   * it cannot be had; then it may be tried again.
   */
  mount(place: HTMLElement, asked: Asked, edited?: () => void): Promise<void>;
  /** Whether everything that the form asks for has been entered. */
  complete(): boolean;
  /** Takes the reader into the form. */
  focus(): void;
  /** Whether the shopper has entered something else since the last token was made. */
  changed(): boolean;
  /** Null: the form says itself what is missing. Rejects when the provider cannot be asked. */
  token(asked: Asked): Promise<string | null>;
  /** Shows the bank's second step over the page. Resolves when it is over, however it ended: that is for the service to say. */
  finish(clientSecret: string): Promise<void>;
};

type Failed = { error?: { type?: string; message?: string } };
type Element = {
  mount(place: HTMLElement): void;
  on(name: 'ready' | 'loaderror', listener: () => void): unknown;
  on(name: 'change', listener: (event: { complete: boolean }) => void): unknown;
  focus(): void;
};
type Elements = {
  create(type: 'payment', options: object): Element;
  update(options: object): void;
  submit(): Promise<Failed>;
};
type StripeScript = {
  elements(options: object): Elements;
  createConfirmationToken(options: { elements: Elements }): Promise<Failed & { confirmationToken?: { id: string } }>;
  handleNextAction(options: { clientSecret: string }): Promise<unknown>;
};

declare global {
  interface Window {
    Stripe?: (key: string, options: { locale: string }) => StripeScript;
  }
}

export function createProviderCard({ src, key, amountScale }: ProviderScript, locale: string): ProviderCard {
  let stripe: StripeScript | undefined;
  let elements: Elements | undefined;
  let element: Element | undefined;
  let isChanged = false;
  let isComplete = false;
  const optionsOf = ({ amount, currency, keeps }: Asked) => ({
    ...(amount > 0 ? { mode: 'payment', amount: amount * amountScale, captureMethod: 'manual' } : { mode: 'setup' }),
    ...(keeps ? { setupFutureUsage: 'off_session' } : {}),
    currency: currency.toLowerCase(),
  });
  return {
    async mount(place, asked, edited = () => {}) {
      stripe ??= (await loadScript(src))(key, { locale });
      const made = stripe.elements({ ...optionsOf(asked), paymentMethodTypes: ['card'] });
      const form = made.create('payment', { layout: 'tabs' });
      const shown = new Promise<void>((resolve, reject) => {
        form.on('ready', () => resolve());
        form.on('loaderror', () => reject(new Error('the card form did not load')));
      });
      form.on('change', ({ complete }) => {
        isChanged = true;
        isComplete = complete;
        edited();
      });
      place.replaceChildren();
      isComplete = false;
      form.mount(place);
      await shown;
      elements = made;
      element = form;
    },
    complete: () => isComplete,
    focus: () => element?.focus(),
    changed: () => isChanged,
    async token(asked) {
      if (!stripe || !elements) throw new Error('the card form is not there');
      elements.update(optionsOf(asked));
      const checked = await elements.submit();
      if (checked.error) return null;
      const { confirmationToken, error } = await stripe.createConfirmationToken({ elements });
      isChanged = false;
      if (confirmationToken) return confirmationToken.id;
      if (error?.type === 'validation_error' || error?.type === 'card_error') return null;
      throw new Error('the provider made no token');
    },
    async finish(clientSecret) {
      stripe ??= (await loadScript(src))(key, { locale });
      await stripe.handleNextAction({ clientSecret });
    },
  };
}

async function loadScript(src: string): Promise<NonNullable<Window['Stripe']>> {
  if (!window.Stripe) {
    await new Promise<void>((resolve, reject) => {
      const script = document.createElement('script');
      script.onload = () => resolve();
      script.onerror = () => {
        script.remove();
        reject(new Error('the provider’s script did not load'));
      };
      script.src = src;
      document.head.append(script);
    });
  }
  if (!window.Stripe) throw new Error('the provider’s script is another one');
  return window.Stripe;
}
