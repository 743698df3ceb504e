import { describe, expect, test } from 'vitest';
import { AppError } from './error.ts';
import { checkTracking, hasTracking, NO_TRACKING, trackingLink } from './tracking.ts';

describe('checkTracking', () => {
  test('keeps what was typed, without spaces around it, and known carriers by their own spelling', () => {
    expect(checkTracking({ carrier: ' fed ex ', number: ' 7946 0112 ', link: '' })).toEqual({
      carrier: 'FedEx',
      number: '7946 0112',
      link: '',
    });
    expect(checkTracking({ carrier: 'DHL-Express' }).carrier).toBe('DHL');
    expect(checkTracking({ carrier: 'Nachbar Müller' }).carrier).toBe('Nachbar Müller');
    expect(checkTracking({ number: " '00340434161094042557" }).number).toBe('00340434161094042557');
    expect(checkTracking({})).toEqual(NO_TRACKING);
  });

  test.each([
    ['carrier', { carrier: 'x'.repeat(61) }],
    ['carrier', { carrier: 'DHL\nBcc: x' }],
    ['carrier', { carrier: 'DHL\ud800' }],
    ['tracking', { number: '1'.repeat(101) }],
    ['tracking', { number: '=HYPERLINK(1)' }],
    ['tracking', { number: '<b>1</b>' }],
    ['link', { link: 'http://carrier.example/1' }],
    ['link', { link: 'javascript:alert(1)' }],
    ['link', { link: 'https://dhl.com@evil.example/' }],
    ['link', { link: 'carrier.example/1' }],
    ['link', { link: `https://carrier.example/${'1'.repeat(1_000)}` }],
  ])('refuses a bad %s', (param, given) => {
    const refusal = expect.objectContaining({ code: 'invalid_parameter', info: expect.objectContaining({ param }) });
    expect(() => checkTracking(given)).toThrow(AppError);
    expect(() => checkTracking(given)).toThrow(refusal);
  });

  test('keeps a link as browsers write it, so that it holds no space or quote', () => {
    expect(checkTracking({ link: 'https://carrier.example/a b"c' }).link).toBe('https://carrier.example/a%20b%22c');
  });
});

describe('trackingLink', () => {
  const of = (carrier: string, number: string, link = '') => trackingLink(checkTracking({ carrier, number, link }));

  test("is the known carrier's page with the number", () => {
    expect(of('ups', '1Z 999 AA1')).toBe('https://www.ups.com/track?tracknum=1Z999AA1');
    expect(of('Royal Mail', 'AB123456789GB')).toBe(
      'https://www.royalmail.com/track-your-item#/tracking-results/AB123456789GB',
    );
    expect(of('DHL', '00/34')).toBe('https://www.dhl.com/global-en/home/tracking.html?tracking-id=00%2F34');
  });

  test("is the merchant's own link where there is one, and empty where nothing is known", () => {
    expect(of('UPS', '1Z', 'https://shop.example/p/1')).toBe('https://shop.example/p/1');
    expect(of('GLS', '123')).toBe('');
    expect(of('UPS', '')).toBe('');
    expect(hasTracking(checkTracking({ carrier: 'GLS' }))).toBe(true);
    expect(hasTracking(NO_TRACKING)).toBe(false);
  });
});
