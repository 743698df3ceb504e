/** The wallets that this browser offers. */
export type Wallets = {
  /** Shows them, with what the shopper agrees to. Returns what removes them. */
  mount(place: HTMLElement, at: 'head' | 'end'): () => void;
};
