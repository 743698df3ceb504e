/** Parts of an address that complete what a shopper has typed. An unknown part is ''. */
export type Place = { line1: string; city: string; region: string; postalCode: string };
