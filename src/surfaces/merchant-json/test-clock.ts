import type { TestClock } from '../../core/rehearsals/queries.ts';
import type { AdminTestClock } from '../../protocol/schema/admin-api/rehearsals.ts';

export function testClockJson({ movable, advancedSeconds, movedAt, next, brought }: TestClock): AdminTestClock {
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
