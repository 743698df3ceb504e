export type WalletAddress = {
  line1: string;
  line2: string | null;
  city: string;
  state: string;
  postal_code: string;
  country: string;
};

export type Line = { name: string; amount: number };

/** What the sheet shows: amounts in Stripe's smallest unit. */
export type SheetView = {
  lines: Line[];
  total: number;
  currency: string;
  digits: number;
  /** `allowed`: the countries to which the page delivers; undefined for all. */
  asked: { email: boolean; phone: boolean; shipping: boolean; allowed: string[] | undefined };
};

/** What the sheet hands over when the shopper approves. */
export type Approved = {
  billingDetails: { name: string; email?: string; phone?: string; address: WalletAddress };
  shippingAddress?: { name: string; address: WalletAddress };
};
