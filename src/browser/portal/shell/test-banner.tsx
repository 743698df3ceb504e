import { useTestClock } from '../pages/clock/reads.ts';
import type { Store } from '../requests/session.ts';
import { storePath } from '../requests/where.ts';
import { t } from '../texts.ts';
import { duration, moment } from '../ui/format.ts';

/** Says on every screen of a test store that it is one, and by how much its clock was moved. */
export function TestBanner({ store: { slug, beside } }: { store: Store }) {
  const { data } = useTestClock();
  const moved = data?.moved_at != null && data.advanced_seconds > 0 ? data : undefined;
  return (
    <aside class="test-banner" aria-label={t('banner.test')}>
      <p>
        <strong>{t('banner.test')}.</strong> {t('banner.text')}{' '}
        {moved?.moved_at &&
          t('banner.moved', { time: duration(moved.advanced_seconds), moment: moment(moved.moved_at) })}
      </p>
      <p class="test-banner__links">
        {moved && <a href={storePath(slug, '/clock')}>{t('nav.clock')}</a>}
        {beside && <a href={storePath(beside)}>{t('beside.live')}</a>}
      </p>
    </aside>
  );
}
