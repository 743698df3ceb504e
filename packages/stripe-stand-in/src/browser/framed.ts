import type { Approved, WalletAddress } from './wallet-types.ts';

/** What a page tells the page around it. */
export type FrameMessage =
  | 'size'
  | 'ready'
  | 'change'
  | 'challenge'
  | 'click'
  | 'escape'
  | 'address'
  | 'approve'
  | 'cancel';

/** What it says in addition. */
export type More = {
  complete?: boolean;
  wallets?: string[];
  wallet?: string;
  address?: { name: string; address: Omit<WalletAddress, 'line1' | 'line2'> };
  approved?: Approved;
};

/** Tells the page around this one, along with the title and height that the frame needs. */
export function tell(fakeStripe: FrameMessage, more: More = {}): void {
  const height = Math.ceil(document.body.getBoundingClientRect().height);
  parent.postMessage({ fakeStripe, ...more, title: document.title, height }, '*');
}

/** What a page may say of the look of a form: some of the variables of Stripe's appearance, and fonts to load. */
export type Dress = {
  variables?: Partial<Record<keyof typeof VARIABLES, string>> | undefined;
  fonts?: readonly { family: string; src: string; weight?: string }[] | undefined;
};

export type Look = Dress & { color: string; font: string; size: string; scheme: string };

/** The custom properties of our style sheet that the variables set. */
const VARIABLES = {
  colorPrimary: '--accent',
  colorBackground: '--field',
  colorText: '--text',
  colorTextSecondary: '--muted',
  colorDanger: '--bad',
  borderRadius: '--round',
} as const;

function wear({ color, font, size, scheme, variables = {}, fonts = [] }: Look): void {
  const { style } = document.documentElement;
  Object.assign(style, { color, fontFamily: font, fontSize: size, colorScheme: scheme });
  for (const [name, property] of Object.entries(VARIABLES)) {
    const value = variables[name as keyof typeof VARIABLES];
    if (value) style.setProperty(property, value);
  }
  for (const { family, src, weight } of fonts)
    document.fonts.add(new FontFace(family, src, { weight: weight ?? 'normal' }));
}

/** Takes over fonts and colours of the page around this one, and tells that page the height whenever it changes. */
export function fitIn(): void {
  try {
    wear(JSON.parse(decodeURIComponent(location.hash.slice(1))));
  } catch {
    // Opened by itself, without a page around it.
  }
  new ResizeObserver(() => tell('size')).observe(document.body);
}
