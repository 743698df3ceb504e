import type {
  Stripe,
  StripeConstructor,
  StripeElementLocale,
  StripeElements,
  StripePaymentElement,
} from '@stripe/stripe-js';
import type { ProviderScript } from '../../../protocol/wire/checkout-document.ts';
import { appearanceOf, fontsOf } from './card-look.ts';
import { loadScript } from './load-script.ts';

/** The payment that the form is opened for. The provider checks that the real payment matches it. */
export type CardRequest = {
  /** Minor units; 0 if the card is only kept and charged later. */
  amount: number;
  currency: string;
  /** True if the card is charged again later, while the shopper is away. */
  keeps: boolean;
};

/** The provider's own card form, in its own frames. Card data never reaches the service, only a token for it. */
export type ProviderCard = {
  /**
   * Loads the provider's script and shows its form. `edited` is called for each change in the form. Rejects when the script
   * or the form does not load; the caller may retry.
   */
  mount(place: HTMLElement, asked: CardRequest, edited?: () => void): Promise<void>;
  /** Returns whether all fields of the form are complete. */
  complete(): boolean;
  /** Moves the focus into the form. */
  focus(): void;
  /** Returns whether the shopper has changed the form since the last token was made. */
  changed(): boolean;
  /** Creates a token, or returns null if the form has shown an error. Rejects when the provider does not answer. */
  token(asked: CardRequest): Promise<string | null>;
  /** Shows the bank's second step over the page. Resolves when it is over, with any result: the service knows the outcome. */
  finish(clientSecret: string): Promise<void>;
  /** Loads the provider's script. Its wallets need it before the form does. */
  stripe(): Promise<Stripe>;
};

// Our languages that Stripe.js supports. For an unknown tag it would choose a language itself.
const STRIPE_LOCALES: readonly StripeElementLocale[] = [
  'ar',
  'de',
  'en',
  'en-AU',
  'en-CA',
  'en-GB',
  'en-NZ',
  'es',
  'es-419',
  'fr',
  'fr-CA',
  'he',
  'it',
  'ja',
  'nl',
  'pl',
  'pt',
  'pt-BR',
  'sv',
];

function stripeLocaleOf(locale: string): StripeElementLocale {
  const find = (tag: string | undefined) => STRIPE_LOCALES.find((each) => each === tag);
  return find(locale) ?? find(locale.split('-')[0]) ?? 'auto';
}

export function createProviderCard({ src, key, amountScale }: ProviderScript, locale: string): ProviderCard {
  let stripe: Stripe | undefined;
  let elements: StripeElements | undefined;
  let element: StripePaymentElement | undefined;
  let isChanged = false;
  let isComplete = false;
  const once = createOnce(async () => (await loadStripe(src))(key, { locale: stripeLocaleOf(locale) }));
  const optionsOf = (asked: CardRequest) => elementsOptions(asked, amountScale);
  return {
    async mount(place, asked, edited = () => {}) {
      stripe ??= await once();
      const made = stripe.elements({
        ...optionsOf(asked),
        allowedPaymentMethodTypes: ['card'],
        appearance: appearanceOf(place),
        fonts: fontsOf(),
      });
      // Link also offers methods that are not cards, and the payment would refuse those.
      const form = made.create('payment', { layout: 'tabs', wallets: { link: 'never' } });
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
      if (!stripe || !elements) throw new Error('token requested before the card form has loaded');
      elements.update(optionsOf(asked));
      const checked = await elements.submit();
      if (checked.error) return null;
      const { confirmationToken, error } = await stripe.createConfirmationToken({ elements });
      isChanged = false;
      if (confirmationToken) return confirmationToken.id;
      if (error?.type === 'validation_error' || error?.type === 'card_error') return null;
      throw new Error('no confirmation token from the provider');
    },
    async finish(clientSecret) {
      stripe ??= await once();
      await stripe.handleNextAction({ clientSecret });
    },
    stripe: once,
  };
}

/** Returns a function that loads once, also when the form and the wallets need it at the same moment. A failure is tried again. */
function createOnce<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

/** Returns the provider's options for a payment. */
export function elementsOptions({ amount, currency, keeps }: CardRequest, amountScale: number) {
  return {
    ...(amount > 0
      ? { mode: 'payment' as const, amount: amount * amountScale, captureMethod: 'manual' as const }
      : { mode: 'setup' as const }),
    ...(keeps ? { setupFutureUsage: 'off_session' as const } : {}),
    currency: currency.toLowerCase(),
  };
}

async function loadStripe(src: string): Promise<StripeConstructor> {
  if (!window.Stripe) await loadScript(src);
  if (!window.Stripe) throw new Error('the provider’s script does not define Stripe');
  return window.Stripe;
}
