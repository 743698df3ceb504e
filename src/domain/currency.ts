// The number of decimals of each currency ("minor unit" in ISO 4217): the currencies of list one, without units of
// account, metals and test codes. Stored amounts count in this unit for ever, so it must not come from the runtime: the
// tables of `Intl` follow what is usual in print, and change between versions. Each code occurs once.
const CODES_BY_DIGITS: Record<number, string> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
  2: `
    AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE CZK
    DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD
    KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP
    PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH
    USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG
    ANG BGN CUC HRK SLL ZWL`, // the last line: withdrawn currencies, which older stores may have
  3: 'BHD IQD JOD KWD LYD OMR TND',
};

/** The currencies that a store may sell in, with their numbers of decimals. */
export const CURRENCIES: ReadonlyMap<string, number> = new Map(
  Object.entries(CODES_BY_DIGITS).flatMap(([digits, codes]) =>
    codes
      .trim()
      .split(/\s+/)
      .map((code) => [code, Number(digits)] as const),
  ),
);

/** Returns a currency's number of decimals: 2 for EUR, 0 for JPY, 3 for KWD. Throws for a code that no store can have. */
export function currencyDigits(currency: string): number {
  const digits = CURRENCIES.get(currency);
  if (digits === undefined) throw new RangeError(`${currency} is not a currency that a store can have`);
  return digits;
}

// Before this table existed, the service took the decimals from the runtime. Some runtimes gave these currencies another
// number, so a store of that time may have its amounts in another unit.
const DIFFERED_ON_SOME_RUNTIMES = new Set(
  'AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK PKR RSD SLL SOS SYP YER'.split(' '),
);

/** Returns true when amounts stored before stores kept their number of decimals are certainly in today's unit. */
export function alwaysHadTheseDigits(currency: string): boolean {
  return !DIFFERED_ON_SOME_RUNTIMES.has(currency);
}
