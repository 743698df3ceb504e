export type Range = { min: number; max: number };

/** The smallest and the largest value of each number among the settings. */
export const SETTING_RANGES = {
  holdMinutes: { min: 1, max: 60 },
  liveHoldsPerEmailMax: { min: 1, max: 1_000_000 },
  liveHoldsPerAddressMax: { min: 1, max: 1_000_000 },
  paymentDays: { min: 1, max: 60 },
  withdrawalUndoHours: { min: 1, max: 168 },
  keepCheckoutDays: { min: 1, max: 3_650 },
  keepPreorderDays: { min: 1, max: 36_500 },
  // Never less than the law gives.
  withdrawalDays: { min: 14, max: 365 },
  // The bounds follow the law: everywhere a shopper is asked about a delay of more than 30 days, and has time to answer.
  askAfterDays: { min: 0, max: 30 },
  answerDays: { min: 3, max: 60 },
} as const satisfies Record<string, Range>;
