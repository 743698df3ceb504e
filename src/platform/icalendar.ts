/** A calendar entry of whole days. It takes no time of its owner's: others may plan over it. */
export type CalendarEntry = {
  /** Stays as long as it is the same entry, so that a calendar moves it and does not add another. */
  uid: string;
  summary: string;
  /** Both days belong to it, as `YYYY-MM-DD`. */
  from: string;
  until: string;
  /** Grows with each change. */
  sequence: number;
  changedAt: Date;
  cancelled: boolean;
};

/** Returns a calendar as RFC 5545 writes it, which programs that subscribe to it read again every twelve hours. */
export function calendarText(name: string, entries: readonly CalendarEntry[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//service.js//EN',
    'METHOD:PUBLISH',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`, // what `NAME` was called before it was a standard
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    'X-PUBLISHED-TTL:PT12H',
    ...entries.flatMap(entryLines),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function entryLines({ uid, summary, from, until, sequence, changedAt, cancelled }: CalendarEntry): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${changedAt.toISOString().replace(/[-:]|\.\d+/g, '')}`,
    `SEQUENCE:${sequence}`,
    `DTSTART;VALUE=DATE:${plainDay(from)}`,
    `DTEND;VALUE=DATE:${plainDay(dayAfter(until))}`, // the first day that does not belong to it
    `SUMMARY:${escaped(summary)}`,
    `STATUS:${cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

const plainDay = (day: string): string => day.replaceAll('-', '');

function dayAfter(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}

/** Escapes a text, so that none of its characters begins another line or property. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .replaceAll(/[\\;,]/g, '\\$&');
}

const LINE_BYTES_MAX = 75;

/** Folds a line as the standard wants it: at most 75 bytes, and the rest on lines that begin with a space. */
function folded(line: string): string {
  const parts = [''];
  let room = LINE_BYTES_MAX;
  for (const letter of line) {
    const bytes = Buffer.byteLength(letter);
    if (bytes > room) {
      parts.push('');
      room = LINE_BYTES_MAX - 1; // the space counts too
    }
    parts[parts.length - 1] += letter;
    room -= bytes;
  }
  return parts.join('\r\n ');
}
