import { advanceClock } from '../../../core/rehearsals/commands/advance-clock.ts';
import { readTestClock, type TestClock } from '../../../core/rehearsals/queries.ts';
import * as operations from '../../../protocol/schema/admin-api/rehearsals.ts';
import type { AdminRoutes } from '../admin-routes.ts';

/** Registers the clock of test stores. */
export function registerTestClock({ reads, writes }: AdminRoutes): void {
  reads(operations.getTestClock, async ({ store }, _, { db }) => testClockJson(await readTestClock(db, store.id)));
  writes(operations.advanceTestClock, ({ store }, { advance_seconds }) => ({
    async run(joined) {
      await advanceClock(joined, store.id, advance_seconds);
      return { subject: store.id, outcome: { advance_seconds } };
    },
    answer: async ({ db }) => testClockJson(await readTestClock(db, store.id)),
  }));
}

function testClockJson({ movable, advancedSeconds, movedAt, next, brought }: TestClock): operations.AdminTestClock {
  return {
    movable,
    advanced_seconds: advancedSeconds,
    moved_at: movedAt?.toISOString() ?? null,
    next: next.map(({ what, at, seconds }) => ({ what, at: at.toISOString(), seconds })),
    brought: brought && {
      holds_ended: brought.holdsEnded,
      waitlists_opened: brought.waitlistsOpened,
      waitlists_closed: brought.waitlistsClosed,
      mails: brought.mails,
      charges: brought.charges,
      charges_failed: brought.chargesFailed,
      refunds: brought.refunds,
      lines_cancelled: brought.linesCancelled,
      alerts: brought.alerts,
    },
  };
}
