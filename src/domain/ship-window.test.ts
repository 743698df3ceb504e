import { describe, expect, test } from 'vitest';
import { formatShipWindow } from './ship-window.ts';

const short = { style: 'short', currentYear: 2030 } as const;
const long = { style: 'long' } as const;
// Intl puts thin spaces around the dash when both sides have a month. Which kind of space is not tested.
const plain = (text: string) => text.replace(/[\u2009\u202f\u00a0]/g, ' ');

describe('a ship window', () => {
  test.each([
    [{ from: '2030-06-10', until: '2030-06-15' }, '10 – 15 June 2030', '10 – 15 Jun'],
    [{ from: '2030-06-28', until: '2030-07-03' }, '28 June – 3 July 2030', '28 Jun – 3 Jul'],
    [{ from: '2030-12-28', until: '2031-01-03' }, '28 December 2030 – 3 January 2031', '28 Dec 2030 – 3 Jan 2031'],
    [{ from: '2031-06-10', until: '2031-06-15' }, '10 – 15 June 2031', '10 – 15 Jun 2031'],
    [{ from: '2030-06-10', until: '2030-06-10' }, '10 June 2030', '10 Jun'],
    [{ from: '2032-02-28', until: '2032-02-29' }, '28 – 29 February 2032', '28 – 29 Feb 2032'],
  ])('%j is “%s”, short “%s”', (window, longText, shortText) => {
    expect(plain(formatShipWindow(window, 'en', long))).toBe(longText);
    expect(plain(formatShipWindow(window, 'en', short))).toBe(shortText);
  });

  test('is written in the reader’s language', () => {
    const window = { from: '2030-06-10', until: '2030-06-15' };
    expect(plain(formatShipWindow(window, 'en-GB', long)).replace(' – ', '–')).toBe('10–15 June 2030');
    expect(plain(formatShipWindow(window, 'en-US', long))).toBe('June 10 – 15, 2030');
    expect(plain(formatShipWindow(window, 'de', long)).replace(' – ', '–')).toBe('10.–15. Juni 2030');
  });

  test.each([
    ['2030-06-10', '2030-06-15', '2030年6月10日～15日', '6月10日～15日'],
    ['2030-06-28', '2030-07-03', '2030年6月28日～7月3日', '6月28日～7月3日'],
    ['2030-01-30', '2030-12-03', '2030年1月30日～12月3日', '1月30日～12月3日'],
    ['2030-12-28', '2031-01-03', '2030年12月28日～2031年1月3日', '2030年12月28日～2031年1月3日'],
    ['2030-06-10', '2030-06-10', '2030年6月10日', '6月10日'],
  ])('in Japanese from %s until %s is %s, short %s', (from, until, ...texts) => {
    const inBothForms = [
      formatShipWindow({ from, until }, 'ja-JP', long),
      formatShipWindow({ from, until }, 'ja', short),
    ];
    expect(inBothForms).toEqual(texts);
  });
});
