// How many decimals a currency has, as ISO 4217 says ("minor unit"): the currencies of list one without units of account,
// metals and codes for tests. Stored amounts count in this unit for ever, so it must not come from the runtime: the tables
// behind `Intl` tell what is usual in print, and change from version to version. Every code stands once.
const CODES_BY_DIGITS: Record<number, string> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
  2: `
    AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE CZK
    DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD
    KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP
    PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH
    USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG
    ANG BGN CUC HRK SLL ZWL`, // the last line: withdrawn, but stores may have been made in them
  3: 'BHD IQD JOD KWD LYD OMR TND',
};

/** Every currency that a store may sell in, with its number of decimals. */
export const CURRENCIES: ReadonlyMap<string, number> = new Map(
  Object.entries(CODES_BY_DIGITS).flatMap(([digits, codes]) =>
    codes
      .trim()
      .split(/\s+/)
      .map((code) => [code, Number(digits)] as const),
  ),
);

/** How many decimals the currency has: 2 for EUR, 0 for JPY, 3 for KWD. Throws for a code that no store can have. */
export function currencyDigits(currency: string): number {
  const digits = CURRENCIES.get(currency);
  if (digits === undefined) throw new RangeError(`${currency} is not a currency that a store can have`);
  return digits;
}

// Where the runtimes that this service ran on before it had this table counted otherwise: a store that was made then may
// have its amounts in another unit.
const ONCE_COUNTED_OTHERWISE = new Set(
  'AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK PKR RSD SLL SOS SYP YER'.split(' '),
);

/** Whether amounts that were stored before the number of decimals was kept are in today's unit for certain. */
export function alwaysHadTheseDigits(currency: string): boolean {
  return !ONCE_COUNTED_OTHERWISE.has(currency);
}
