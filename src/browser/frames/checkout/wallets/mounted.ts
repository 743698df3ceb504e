/** The wallets that this browser offers. */
export type Wallets = {
  /** Shows their buttons. Returns what removes them. */
  mount(place: HTMLElement): () => void;
};
