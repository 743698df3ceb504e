import type { Millionths, TaxRow } from '../../domain/tax.ts';

/**
 * The tax port: which rate a destination has. The amounts are the domain's to compute, once, for whatever rate is said.
 * A service is asked before units are held and outside of any transaction, since the sale queue waits for nobody else's
 * network; what it said goes into the batch, which decides prices and discounts and reads the merchant's own table.
 */
export type TaxService = {
  readonly name: string;
  /** Fails with `TaxServiceError` when it cannot say: then nothing is held. */
  ask(destination: TaxDestination): Promise<TaxAnswer>;
};

export type TaxDestination = {
  storeId: string;
  /** ISO 3166-1. */
  country: string;
  /** As addresses of the country name it, e.g. `QC`; '' for none. */
  region: string;
  postalCode: string;
  city: string;
};

/** Applied in the batch, to what the merchant's table says of the destination; pure, from 0 to `TAX_RATE_MAX`. */
export type TaxAnswer = (table: TaxRow) => Millionths;

export class TaxServiceError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TaxServiceError';
  }
}
