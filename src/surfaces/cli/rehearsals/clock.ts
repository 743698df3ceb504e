import type { Command } from 'commander';
import { advanceClock } from '../../../core/rehearsals/commands/advance-clock.ts';
import { readTestClock, type TestClock } from '../../../core/rehearsals/queries.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { parseAdvance } from '../../../domain/test-clock.ts';
import { testClockJson } from '../../merchant-json/test-clock.ts';
import { formatTable, formatTime } from '../terminal.ts';
import { type Answer, defineStoreReading, defineStoreVerb, type VerbRunner } from '../verb.ts';

export function addClock(runner: VerbRunner, clock: Command): void {
  const show = clock.command('show').description('what time brings next, and what it has brought');
  defineStoreReading(runner, show, async ({ db }, { store }) => clockAnswer(await readTestClock(db, store.id), store));

  const advance = clock
    .command('advance')
    .description('let time pass in a test store: everything in it becomes older')
    .argument('<duration>', 'such as 90s, 45m, 36h, 3d or 2w', parseAdvance);
  defineStoreVerb(runner, advance, async ({ db }, { store }) => {
    await advanceClock({ db }, store.id, advance.processedArgs[0]);
    return clockAnswer(await readTestClock(db, store.id), store);
  });
}

function clockAnswer(clock: TestClock, store: Store): Answer {
  const moved = clock.movedAt
    ? `Moved by ${clock.advancedSeconds} seconds in all, last at ${formatTime(clock.movedAt, store.timeZone)}.`
    : 'Never moved.';
  const next = clock.next.map(({ what, at, seconds }) => [
    what.replaceAll('_', ' '),
    formatTime(at, store.timeZone),
    `${seconds}s`,
  ]);
  const parts = [
    clock.movable ? moved : 'A live store: its clock is real time and does not move.',
    next.length > 0 ? formatTable(['Next', 'At', 'In'], next) : 'Nothing waits for the clock.',
  ];
  const { brought } = testClockJson(clock);
  if (brought) {
    const counts = Object.entries(brought).filter(([, count]) => count > 0);
    parts.push(
      counts.length > 0
        ? formatTable(
            ['Since it was moved', ''],
            counts.map(([what, count]) => [what.replaceAll('_', ' '), count]),
          )
        : 'Nothing has happened since; a worker looks every few seconds.',
    );
  }
  return { data: testClockJson(clock), text: parts.join('\n\n') };
}
