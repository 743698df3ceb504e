import { describe, expect, test } from 'vitest';
import { alwaysHadTheseDigits, CURRENCIES, currencyDigits } from './currency.ts';
import { formatMoney, parseMoney, toDecimal } from './money.ts';

// ISO 4217, list one (read 2026), in alphabetical order with its minor units, and the codes withdrawn since 2023. It
// repeats the table in another order, so that a change of one alone fails.
const LIST_ONE = `
  AED2 AFN2 ALL2 AMD2 AOA2 ARS2 AUD2 AWG2 AZN2 BAM2 BBD2 BDT2 BHD3 BIF0 BMD2 BND2 BOB2 BRL2 BSD2 BTN2 BWP2 BYN2 BZD2 CAD2
  CDF2 CHF2 CLP0 CNY2 COP2 CRC2 CUP2 CVE2 CZK2 DJF0 DKK2 DOP2 DZD2 EGP2 ERN2 ETB2 EUR2 FJD2 FKP2 GBP2 GEL2 GHS2 GIP2 GMD2
  GNF0 GTQ2 GYD2 HKD2 HNL2 HTG2 HUF2 IDR2 ILS2 INR2 IQD3 IRR2 ISK0 JMD2 JOD3 JPY0 KES2 KGS2 KHR2 KMF0 KPW2 KRW0 KWD3 KYD2
  KZT2 LAK2 LBP2 LKR2 LRD2 LSL2 LYD3 MAD2 MDL2 MGA2 MKD2 MMK2 MNT2 MOP2 MRU2 MUR2 MVR2 MWK2 MXN2 MYR2 MZN2 NAD2 NGN2 NIO2
  NOK2 NPR2 NZD2 OMR3 PAB2 PEN2 PGK2 PHP2 PKR2 PLN2 PYG0 QAR2 RON2 RSD2 RUB2 RWF0 SAR2 SBD2 SCR2 SDG2 SEK2 SGD2 SHP2 SLE2
  SOS2 SRD2 SSP2 STN2 SVC2 SYP2 SZL2 THB2 TJS2 TMT2 TND3 TOP2 TRY2 TTD2 TWD2 TZS2 UAH2 UGX0 USD2 UYU2 UZS2 VED2 VES2 VND0
  VUV0 WST2 XAF0 XCD2 XCG2 XOF0 XPF0 YER2 ZAR2 ZMW2 ZWG2`;
const WITHDRAWN = 'ANG2 BGN2 CUC2 HRK2 SLL2 ZWL2';

const listed = (text: string) =>
  text
    .trim()
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 3), Number(entry.slice(3))] as const);

describe('the table of currencies', () => {
  test.each([...listed(LIST_ONE), ...listed(WITHDRAWN)])('%s has %i decimals', (code, digits) => {
    expect(currencyDigits(code)).toBe(digits);
  });

  test('has no code besides these', () => {
    expect([...CURRENCIES.keys()].sort()).toEqual(
      [...listed(LIST_ONE), ...listed(WITHDRAWN)].map(([code]) => code).sort(),
    );
  });

  test('has every currency of this runtime except units of account', () => {
    const unknown = Intl.supportedValuesOf('currency').filter((code) => !CURRENCIES.has(code));
    expect(unknown).toEqual(['XDR', 'XSU']);
  });

  test('names every currency to which this runtime gives another number of decimals', () => {
    const digitsOfIntl = (currency: string) =>
      new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;
    const differing = [...CURRENCIES].filter(([code, digits]) => digitsOfIntl(code) !== digits).map(([code]) => code);
    expect(differing.filter(alwaysHadTheseDigits)).toEqual([]);
  });

  test.each(['eur', 'XAU', 'EURO', ''])('refuses “%s”', (code) => {
    expect(() => currencyDigits(code)).toThrow(RangeError);
  });
});

describe('an amount reads the same on every runtime', () => {
  // ICU 77 and 78 differ in the decimals of these five.
  test.each(['HUF', 'COP', 'IDR', 'PKR', 'RSD'])('%s is stored, shown and written with two decimals', (currency) => {
    expect(parseMoney('12900', currency)).toBe(1_290_000);
    expect(toDecimal(1_290_000, currency)).toBe('12900.00');
    expect(formatMoney(1_290_000, currency, 'en').replace(/\s/, ' ')).toMatch(/12,900\.00$/);
  });

  test.each([...CURRENCIES])('%s is shown with its %i decimals', (currency, digits) => {
    const shown = formatMoney(1_234 * 10 ** digits, currency, 'en');
    expect(shown.endsWith(digits === 0 ? '1,234' : `1,234.${'0'.repeat(digits)}`)).toBe(true);
  });
});
