import type { Command } from 'commander';
import type { Store } from '../../../core/stores/queries.ts';
import * as operations from '../../../protocol/schema/admin-api/rehearsals.ts';
import { addAskingVerb } from '../asking.ts';
import { formatTable, momentIn, toWords } from '../terminal.ts';
import type { VerbRunner } from '../verb.ts';

export function addClock(runner: VerbRunner, noun: Command): void {
  const verbs = { noun, runner };
  addAskingVerb(verbs, 'show', { operation: operations.getTestClock, text: clockText });
  addAskingVerb(verbs, 'advance <advance-seconds>', { operation: operations.advanceTestClock, text: clockText });
}

function clockText(clock: operations.AdminTestClock, { timeZone }: Store): string {
  const { movable, moved_at: movedAt, advanced_seconds: seconds, next, brought } = clock;
  const moved = movedAt
    ? `Moved by ${seconds} seconds in all, last at ${momentIn(timeZone, movedAt)}.`
    : 'Never moved.';
  const rows = next.map((one) => [toWords(one.what), momentIn(timeZone, one.at), `${one.seconds}s`]);
  const parts = [
    movable ? moved : 'A live store: its clock is real time and does not move.',
    rows.length > 0 ? formatTable(['Next', 'At', 'In'], rows) : 'Nothing waits for the clock.',
  ];
  if (brought) {
    const counts = Object.entries(brought).filter(([, count]) => count > 0);
    const told = counts.map(([what, count]) => [toWords(what), count]);
    parts.push(
      told.length > 0
        ? formatTable(['Since it was moved', ''], told)
        : 'Nothing has happened since; a worker looks every few seconds.',
    );
  }
  return parts.join('\n\n');
}
