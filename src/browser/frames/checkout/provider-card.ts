import type {
  Appearance,
  Stripe,
  StripeConstructor,
  StripeElementLocale,
  StripeElements,
  StripePaymentElement,
} from '@stripe/stripe-js';
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

// What Stripe.js speaks of the languages we have; of any other tag it takes whatever it likes.
const SPOKEN: readonly StripeElementLocale[] = [
  ...(['ar', 'de', 'en', 'en-AU', 'en-CA', 'en-GB', 'en-NZ', 'es', 'es-419', 'fr', 'fr-CA', 'he', 'it'] as const),
  ...(['ja', 'nl', 'pl', 'pt', 'pt-BR', 'sv'] as const),
];

function spoken(locale: string): StripeElementLocale {
  const is = (tag: string | undefined) => SPOKEN.find((each) => each === tag);
  return is(locale) ?? is(locale.split('-')[0]) ?? 'auto';
}

export function createProviderCard({ src, key, amountScale }: ProviderScript, locale: string): ProviderCard {
  let stripe: Stripe | undefined;
  let elements: StripeElements | undefined;
  let element: StripePaymentElement | undefined;
  let isChanged = false;
  let isComplete = false;
  const load = async () => (await loadScript(src))(key, { locale: spoken(locale) });
  const optionsOf = ({ amount, currency, keeps }: Asked) => ({
    ...(amount > 0
      ? { mode: 'payment' as const, amount: amount * amountScale, captureMethod: 'manual' as const }
      : { mode: 'setup' as const }),
    ...(keeps ? { setupFutureUsage: 'off_session' as const } : {}),
    currency: currency.toLowerCase(),
  });
  return {
    async mount(place, asked, edited = () => {}) {
      stripe ??= await load();
      const made = stripe.elements({
        ...optionsOf(asked),
        allowedPaymentMethodTypes: ['card'],
        appearance: appearanceOf(place),
      });
      // Link would offer what is no card, and the payment refuse it.
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
      stripe ??= await load();
      await stripe.handleNextAction({ clientSecret });
    },
  };
}

/**
 * As the page around it looks. A frame whose document is of another scheme than its place gets a ground of its own, and
 * Stripe's is always a light one, so the place is too: the page shows through, and the words are made for it.
 */
function appearanceOf(place: HTMLElement): Appearance {
  const { colorScheme } = getComputedStyle(document.documentElement);
  const { fontFamily, fontSize } = getComputedStyle(place);
  const mayBe = (scheme: string) => colorScheme.includes(scheme);
  const isDark = mayBe('dark') && (!mayBe('light') || matchMedia('(prefers-color-scheme: dark)').matches);
  place.style.colorScheme = 'light';
  return { theme: isDark ? 'night' : 'stripe', variables: { fontFamily, fontSizeBase: fontSize } };
}

async function loadScript(src: string): Promise<StripeConstructor> {
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
