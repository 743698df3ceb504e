import type { Approved, WalletAddress } from './wallet-types.ts';

/** What a page tells the page around it. */
export type Said = 'size' | 'ready' | 'change' | 'challenge' | 'click' | 'escape' | 'address' | 'approve' | 'cancel';

/** What it says in addition. */
export type More = {
  complete?: boolean;
  wallets?: string[];
  wallet?: string;
  address?: { name: string; address: Omit<WalletAddress, 'line1' | 'line2'> };
  approved?: Approved;
};

/** Tells the page around this one, along with the title and height that the frame needs. */
export function tell(fakeStripe: Said, more: More = {}): void {
  const height = Math.ceil(document.body.getBoundingClientRect().height);
  parent.postMessage({ fakeStripe, ...more, title: document.title, height }, '*');
}

/** Takes over fonts and colours of the page around this one, and tells that page the height whenever it changes. */
export function fitIn(): void {
  try {
    const { color, font, size, scheme } = JSON.parse(decodeURIComponent(location.hash.slice(1)));
    Object.assign(document.documentElement.style, { color, fontFamily: font, fontSize: size, colorScheme: scheme });
  } catch {
    // Opened by itself, without a page around it.
  }
  new ResizeObserver(() => tell('size')).observe(document.body);
}
