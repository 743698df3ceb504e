import { useRoute } from 'preact-iso/router';
import type { Store } from '../../requests/kinds.ts';
import { useStoreSettings } from '../../requests/reads.ts';
import { storePath, useCurrentStore } from '../../requests/where.ts';
import { type PortalKey, t } from '../../texts.ts';
import { Shown } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Delivery } from './delivery.tsx';
import { General } from './general.tsx';
import { Pages } from './pages.tsx';

type Part = { path: string; key: string; scope: string; view: (props: { store: Store }) => preact.JSX.Element };

const PARTS: readonly Part[] = [
  { path: '', key: 'general', scope: 'store:read', view: General },
  { path: 'delivery', key: 'delivery', scope: 'store:read', view: Delivery },
  { path: 'pages', key: 'pages', scope: 'store:read', view: Pages },
];

/** The settings of the store, in parts with an address each. */
export function Settings() {
  const { part = '' } = useRoute().params;
  const { slug, scopes } = useCurrentStore();
  const loaded = useStoreSettings();
  const parts = PARTS.filter(({ scope }) => scopes.includes(scope));
  const chosen = parts.find(({ path }) => path === part) ?? parts[0];
  return (
    <Page title={t('nav.settings')}>
      <div class="settings">
        <nav class="settings__nav" aria-label={t('nav.settings')}>
          <ul>
            {parts.map(({ path, key }) => (
              <li key={key}>
                <a
                  class="settings__link"
                  href={storePath(slug, path === '' ? '/settings' : `/settings/${path}`)}
                  aria-current={chosen?.path === path ? 'page' : undefined}
                >
                  {t(`settings.${key}` as PortalKey)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div class="settings__part">
          <Shown of={loaded}>{(store) => (chosen ? <chosen.view store={store} /> : null)}</Shown>
        </div>
      </div>
    </Page>
  );
}
