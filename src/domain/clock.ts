import { dayIn, laterDay, parseMoment } from './store-time.ts';

/** account: the store's payment account takes no payments · worker: no worker ran · mail: no mail went out */
export type OutageKind = 'account' | 'worker' | 'mail';

/** A time in which our side did not work. `endedAt` is null while it lasts. */
export type Outage = {
  kind: OutageKind;
  beganAt: Date;
  endedAt: Date | null;
  reason: string;
  /** Not confirmed yet: it stops clocks like any other outage, but nothing is stored because of it. */
  isSuspected?: boolean;
};

/**
 * The time that a person has for something: from `since` to `until` while everything works. A question's time ends with a
 * day in the store's time zone.
 */
export type Clock =
  | { kind: 'payment'; since: Date; until: Date }
  | { kind: 'question'; since: Date; until: Date; timeZone: string };

// An account that takes no payments stops only the time to pay: an answer needs no money. Mails ask for both.
export const STOPPED_BY: Record<Clock['kind'], readonly OutageKind[]> = {
  payment: ['account', 'worker', 'mail'],
  question: ['worker', 'mail'],
};

const HOUR_MS = 3_600_000;
// After an outage mails go out again, and people may read them a day later. A shopper who waited until the last day still
// has that day.
export const STOPPED_AFTER_HOURS = 48;

export type ClockEnd = {
  /** When the time is over. While the clock stands still, this is the earliest moment at which it can be over. */
  at: Date;
  /** The outages that moved `at`, in the order in which they began. */
  stoppedBy: Outage[];
  /** True when the clock does not run now. */
  standsStill: boolean;
};

/**
 * Returns when a time is over. Its clock stands still during an outage and for 48 hours after it, and then runs on.
 * Outages that overlap stop it once. A time that was over before an outage began stays over.
 */
export function clockEnd(clock: Clock, outages: readonly Outage[], now: Date): ClockEnd {
  const stops = outages
    .filter(({ kind }) => STOPPED_BY[clock.kind].includes(kind))
    .map((outage) => ({ outage, from: outage.beganAt.getTime(), until: stopEnd(outage, now) }))
    .sort((one, other) => one.from - other.from);
  const stoppedBy: Outage[] = [];
  let end = clock.until.getTime();
  let counted = clock.since.getTime(); // stops before this moment are in `end` already
  let standsStill = false;
  for (const { outage, from, until } of stops) {
    if (from >= end) break;
    if (until <= counted) continue;
    end += until - Math.max(from, counted);
    counted = until;
    stoppedBy.push(outage);
    standsStill ||= from <= now.getTime() && now.getTime() < until;
  }
  return { at: stoppedBy.length > 0 ? wholeDay(clock, end) : clock.until, stoppedBy, standsStill };
}

/** Treats an outage that lasts as if it ended now, since it cannot end earlier. */
function stopEnd({ endedAt }: Outage, now: Date): number {
  return (endedAt ?? now).getTime() + STOPPED_AFTER_HOURS * HOUR_MS;
}

/** Moves a question's end to the end of its day: people are told a day to answer by, and the whole day counts. */
function wholeDay(clock: Clock, end: number): Date {
  if (clock.kind === 'payment') return new Date(end);
  const lastDay = dayIn(new Date(end - 1), clock.timeZone);
  return parseMoment(laterDay(lastDay, 1), clock.timeZone, 'until');
}

// A shopper whose payment could not be tried still has the page open. The units stay held for this number of minutes
// after each such try, but at most for this number of hours beyond their normal time.
export const HELD_FOR_ANOTHER_TRY_MINUTES = 10;
export const HELD_LONGER_HOURS = 1;

// A worker reports twice a minute that it lives. A restart for a new version is shorter than this, so it is no outage.
export const WORKER_SILENT_MINUTES = 5;

/** Returns true when no worker ran since the last report of one. */
export function workerWasAway({ aliveAt, now }: { aliveAt: Date; now: Date }): boolean {
  return now.getTime() - aliveAt.getTime() > WORKER_SILENT_MINUTES * 60_000;
}

// Mails stand still after this number of different mails failed: a server that defers one mail may still take all others.
export const MAILS_PUT_OFF = 3;
export const NO_MAIL_FOR_MINUTES = 10;

export type MailTrouble = {
  /** Since when the mail server took no mail, although some were handed over. */
  since: Date;
  /** How many different mails failed, counted up to MAILS_PUT_OFF. */
  failed: number;
  /** The mail server itself could not be reached, or refused to talk to us: it did not answer about one mail. */
  isServer: boolean;
  now: Date;
};

/** Returns true when no mail goes out at all. */
export function mailStandsStill({ since, failed, isServer, now }: MailTrouble): boolean {
  const isLong = now.getTime() - since.getTime() >= NO_MAIL_FOR_MINUTES * 60_000;
  return isLong && (isServer || failed >= MAILS_PUT_OFF);
}
