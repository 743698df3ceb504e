import { type ClockEnd, type Outage, type OutageKind, STOPPED_AFTER_HOURS } from '../../domain/clock.ts';
import { formatTime, wrap } from './terminal.ts';

const HAPPENS: Record<OutageKind, [lasts: string, over: string]> = {
  account: ['the payment account takes no payments', 'the payment account took no payments'],
  worker: ['no worker runs', 'no worker ran'],
  mail: ['no mail goes out', 'no mail went out'],
};

// The width of the other texts of a screen.
const TEXT_COLUMNS = 110;

/** Returns lines that say which outages moved the end of a clock and if it stands still; none if no outage stopped it. */
export function clockLines({ stoppedBy, standsStill }: ClockEnd, timeZone: string): string[] {
  if (stoppedBy.length === 0) return [];
  const outages = stoppedBy.map((outage) => outageText(outage, timeZone)).join('; ');
  const how = standsStill ? 'its clock stands still, until' : 'its clock stood still, until';
  return wrap(`${how} ${STOPPED_AFTER_HOURS} hours after: ${outages}`, TEXT_COLUMNS);
}

function outageText({ kind, beganAt, endedAt }: Outage, timeZone: string): string {
  const [lasts, over] = HAPPENS[kind];
  const from = formatTime(beganAt, timeZone);
  return endedAt === null ? `${lasts} since ${from}` : `${over}, ${from} to ${formatTime(endedAt, timeZone)}`;
}
