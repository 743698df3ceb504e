import type { Place } from '../../protocol/wire/place.ts';

/**
 * The port of address search completes an address while the shopper types it. It is off unless a store names a service: what
 * a shopper types is sent to it, by our server. A checkout never waits for it and works the same without an answer.
 */
export type AddressSearch = {
  readonly name: string;
  /**
   * Returns at most `SUGGESTIONS_MAX` places of the country, the likeliest first. Rejects with `AddressSearchError` if the
   * service does not answer in time or not in its format.
   */
  suggest(query: AddressQuery): Promise<Place[]>;
};

export type AddressQuery = {
  /** What the shopper has typed of the street. */
  text: string;
  /** ISO 3166-1. */
  country: string;
};

// As many as fit above the keyboard of a phone.
export const SUGGESTIONS_MAX = 5;

export class AddressSearchError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'AddressSearchError';
  }
}
