import type { Store } from '../../data/kinds.ts';
import { t } from '../../texts.ts';
import { Empty } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';

/** The pages that may show the checkout. */
export function Pages({ store: { origins, mode } }: { store: Store }) {
  return (
    <Card title={t('settings.origins')} hint={t(mode === 'test' ? 'settings.origins.test' : 'settings.origins.live')}>
      {origins.length === 0 ? (
        <Empty title={t('settings.origins.none')}>
          <p>{t(mode === 'test' ? 'settings.origins.none.test' : 'settings.origins.none.live')}</p>
        </Empty>
      ) : (
        <ul class="rows">
          {origins.map((origin) => (
            <li key={origin} class="rows__row">
              <code>{origin}</code>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
