import { t } from '../../texts.ts';
import { Facts } from '../../ui/facts.tsx';
import { count } from '../../ui/format.ts';
import { Card } from '../../ui/page.tsx';
import type { TestClock } from './reads.ts';

// The rounds of a worker come at least once a minute.
const ROUND_MS = 60_000;

const COUNTS = [
  'holds_ended',
  'waitlists_opened',
  'waitlists_closed',
  'mails',
  'charges',
  'charges_failed',
  'refunds',
  'lines_cancelled',
  'alerts',
] as const;

/** What has happened in the store since its clock was moved the last time. */
export function Brought({ clock: { brought, moved_at: movedAt } }: { clock: TestClock }) {
  if (brought === null || movedAt === null) return null;
  const happened = COUNTS.filter((name) => brought[name] > 0);
  const atWork = Date.now() - Date.parse(movedAt) < ROUND_MS;
  return (
    <Card title={t('clock.brought')}>
      {happened.length > 0 && (
        <Facts facts={happened.map((name) => [t(`clock.brought.${name}`), count(brought[name])] as const)} />
      )}
      {atWork ? (
        <p class="waiting" role="status">
          <span class="spinner" aria-hidden="true" />
          {t('clock.at_work')}
        </p>
      ) : (
        happened.length === 0 && <p class="muted">{t('clock.brought.nothing')}</p>
      )}
    </Card>
  );
}
