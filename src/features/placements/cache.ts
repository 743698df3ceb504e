/** Ready answers of the public GETs and of placement documents, dropped when what they show changes. */
export type AnswerCache = {
  /** The product's stock, waitlist, catalogue entry changed (ids are ours, not the platform's). */
  invalidate(storeId: string, productId: string): void;
  /** Something of the store as a whole changed (settings, shipping, origins). */
  invalidateStore(storeId: string): void;
  /** Everything; a process that lost its LISTEN connection knows nothing any more. */
  flush(): void;
};
