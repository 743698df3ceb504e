import { expect, test } from 'vitest';
import { type CalendarEntry, calendarText } from './icalendar.ts';

const ENTRY: CalendarEntry = {
  uid: 'one',
  summary: 'Aurora Jacket ships',
  from: '2027-05-12',
  until: '2027-05-31',
  sequence: 2,
  changedAt: new Date('2027-02-01T09:08:07.123Z'),
  cancelled: false,
};

/** Reads a calendar as a program does: it joins folded lines and undoes the escapes of texts. */
function read(text: string): string[] {
  const lines = text.replaceAll('\r\n ', '').split('\r\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) => line.replaceAll(/\\([\\;,])/g, '$1'));
}

test('an entry has its days, its version and its moment', () => {
  const lines = read(calendarText('Aurora Jacket', [ENTRY]));
  expect(lines.slice(lines.indexOf('BEGIN:VEVENT'))).toEqual([
    'BEGIN:VEVENT',
    'UID:one',
    'DTSTAMP:20270201T090807Z',
    'SEQUENCE:2',
    'DTSTART;VALUE=DATE:20270512',
    'DTEND;VALUE=DATE:20270601',
    'SUMMARY:Aurora Jacket ships',
    'STATUS:CONFIRMED',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
  ]);
  expect(calendarText('x', [{ ...ENTRY, cancelled: true }])).toContain('STATUS:CANCELLED');
  expect(calendarText('x', [{ ...ENTRY, until: '2027-12-31' }])).toContain('DTEND;VALUE=DATE:20280101');
});

test.each([
  ['separators', 'One; two, three \\ four'],
  ['another property', 'Jacket\r\nATTACH:https://evil.example/\nEND:VEVENT'],
  ['letters of several bytes', '前橋の上着🧥'.repeat(30)],
  ['letters from right to left', 'سترة أورورا '.repeat(30)],
  ['200 letters', 'x'.repeat(200)],
  ['nothing', ''],
])('%s stay one text of one property', (_name, summary) => {
  const text = calendarText(summary, [{ ...ENTRY, summary }]);
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const lines = read(text);
  const oneLine = summary.replaceAll(/[\r\n]+/g, ' ').trim();
  expect(lines).toContain(`SUMMARY:${oneLine}`);
  expect(lines).toContain(`NAME:${oneLine}`);
  expect(lines.filter((line) => line.startsWith('ATTACH'))).toEqual([]);
  expect(lines.filter((line) => line === 'END:VEVENT')).toHaveLength(1);
});
