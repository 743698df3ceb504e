import { dayIn, laterDay, parseMoment } from './store-time.ts';

/** account: the store's takes no payments · worker: none ran · mail: none went out */
export type OutageKind = 'account' | 'worker' | 'mail';

/** A time in which our side did not work; it lasts while it has no end. */
export type Outage = {
  kind: OutageKind;
  beganAt: Date;
  endedAt: Date | null;
  reason: string;
  /** It may turn out to be none: what it stops is stopped, and nothing is written down of it. */
  isSuspected?: boolean;
};

/**
 * The time that somebody has for something: `since` until `until`, while everything works. Of a question it ends with a day of
 * the store.
 */
export type Clock =
  | { kind: 'payment'; since: Date; until: Date }
  | { kind: 'question'; since: Date; until: Date; timeZone: string };

// Who cannot pay need not have paid; a question is answered without money. Both are heard of by mail.
export const STOPPED_BY: Record<Clock['kind'], readonly OutageKind[]> = {
  payment: ['account', 'worker', 'mail'],
  question: ['worker', 'mail'],
};

const HOUR_MS = 3_600_000;
// Who waited until the last day still has it: mails go out again, and people read them a day later.
export const STOPPED_AFTER_HOURS = 48;

export type ClockEnd = {
  /** When the time is over. While the clock stands still it is over at this moment at the earliest. */
  at: Date;
  /** The outages that made it later, in the order in which they began. */
  stoppedBy: Outage[];
  /** It does not run now. */
  standsStill: boolean;
};

/**
 * When a time is over: its clock stands still in an outage and for 48 hours after it, and runs on from there. Outages that
 * overlap stop it once. What was over before an outage began stays over.
 */
export function clockEnd(clock: Clock, outages: readonly Outage[], now: Date): ClockEnd {
  const stops = outages
    .filter(({ kind }) => STOPPED_BY[clock.kind].includes(kind))
    .map((outage) => ({ outage, from: outage.beganAt.getTime(), until: stopEnd(outage, now) }))
    .sort((one, other) => one.from - other.from);
  const stoppedBy: Outage[] = [];
  let end = clock.until.getTime();
  let counted = clock.since.getTime(); // until here is known when it ran
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

/** Of one that lasts as if it ended now: it will not end earlier. */
function stopEnd({ endedAt }: Outage, now: Date): number {
  return (endedAt ?? now).getTime() + STOPPED_AFTER_HOURS * HOUR_MS;
}

/** People are told a day to answer by, and it counts to its end. */
function wholeDay(clock: Clock, end: number): Date {
  if (clock.kind === 'payment') return new Date(end);
  const lastDay = dayIn(new Date(end - 1), clock.timeZone);
  return parseMoment(laterDay(lastDay, 1), clock.timeZone, 'until');
}

// A shopper who could not try to pay sits before the page: long enough to try again, and in all as long as somebody may sit there.
export const HELD_FOR_ANOTHER_TRY_MINUTES = 10;
export const HELD_LONGER_HOURS = 1;

// A worker says so twice a minute. A restart for a new version takes less; nobody misses anything in it.
export const WORKER_SILENT_MINUTES = 5;

/** Whether no worker ran since the last one said that it lives. */
export function workerWasAway({ aliveAt, now }: { aliveAt: Date; now: Date }): boolean {
  return now.getTime() - aliveAt.getTime() > WORKER_SILENT_MINUTES * 60_000;
}

// Of different mails: a server that puts one receiver off says nothing of the others.
export const MAILS_PUT_OFF = 3;
export const NO_MAIL_FOR_MINUTES = 10;

export type MailTrouble = {
  /** Since when no mail was taken though some were handed over. */
  since: Date;
  /** How many different ones, up to MAILS_PUT_OFF. */
  failed: number;
  /** It was the server itself that was not there, or took none from us. */
  isServer: boolean;
  now: Date;
};

/** Whether mails do not go out at all. */
export function mailStandsStill({ since, failed, isServer, now }: MailTrouble): boolean {
  const isLong = now.getTime() - since.getTime() >= NO_MAIL_FOR_MINUTES * 60_000;
  return isLong && (isServer || failed >= MAILS_PUT_OFF);
}
