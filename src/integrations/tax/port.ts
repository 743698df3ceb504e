import type { Millionths, TaxRow } from '../../domain/tax.ts';

/**
 * The tax port returns the tax rate of a destination; the domain computes the amounts. A service is asked before units are
 * held and outside of any transaction, because the sale queue must never wait for another company's network. The answer is
 * applied in the sale queue's batch, which computes prices and discounts and reads the merchant's own table.
 */
export type TaxService = {
  readonly name: string;
  /** Rejects with `TaxServiceError` if the rate cannot be found; then nothing is held. */
  ask(destination: TaxDestination): Promise<TaxAnswer>;
};

export type TaxDestination = {
  storeId: string;
  /** ISO 3166-1. */
  country: string;
  /** The region's code in addresses of the country, such as `QC`; '' if there is none. */
  region: string;
  postalCode: string;
  city: string;
};

/** A pure function that the batch calls with the merchant's rates for the destination. Returns a rate from 0 to `TAX_RATE_MAX`. */
export type TaxAnswer = (table: TaxRow) => Millionths;

export class TaxServiceError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TaxServiceError';
  }
}
