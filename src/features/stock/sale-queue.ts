/** Holds and placing: one queue per process; whoever waits joins the next batch (group commit). */
export type SaleQueue = {
  stop(): Promise<void>;
};
