import type { FunctionComponent } from 'preact';
import { useRoute } from 'preact-iso/router';
import type { Store } from '../../requests/kinds.ts';
import { useStoreSettings } from '../../requests/reads.ts';
import { storePath, useCurrentStore } from '../../requests/where.ts';
import { type PortalKey, t } from '../../texts.ts';
import { later, PartPlace } from '../../ui/later.tsx';
import { Shown } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Delivery } from './delivery.tsx';
import { General } from './general.tsx';
import { Keys } from './keys.tsx';
import { Pages } from './pages.tsx';
import { Payments } from './payments.tsx';
import { Rules } from './rules.tsx';

type View = FunctionComponent<{ store: Store }>;

const part = (load: () => Promise<View>) => later(load, PartPlace);

// Parts that are seldom opened are files of their own.
const Team = part(() => import('../team/page.tsx').then(({ Team }) => Team));
const Activity = part(() => import('../activity/page.tsx').then(({ Activity }) => Activity));
const Tokens = part(() => import('../tokens/page.tsx').then(({ Tokens }) => Tokens));
const ConnectionPart = part(() => import('../connection/page.tsx').then(({ ConnectionPart }) => ConnectionPart));
const Jobs = part(() => import('../jobs/page.tsx').then(({ Jobs }) => Jobs));
const Webhooks = part(() => import('../webhooks/page.tsx').then(({ Webhooks }) => Webhooks));

type Part = { path: string; key: string; scope: string; view: View };

const STORE: readonly Part[] = [
  { path: '', key: 'general', scope: 'store:read', view: General },
  { path: 'delivery', key: 'delivery', scope: 'store:read', view: Delivery },
  { path: 'payments', key: 'payments', scope: 'payments:read', view: Payments },
  { path: 'connection', key: 'connection', scope: 'catalog:read', view: ConnectionPart },
  { path: 'pages', key: 'pages', scope: 'store:read', view: Pages },
  { path: 'rules', key: 'rules', scope: 'store:read', view: Rules },
];
const ACCESS: readonly Part[] = [
  { path: 'team', key: 'team', scope: 'access:read', view: Team },
  { path: 'keys', key: 'keys', scope: 'store:read', view: Keys },
  { path: 'tokens', key: 'tokens', scope: 'access:read', view: Tokens },
  { path: 'webhooks', key: 'webhooks', scope: 'webhooks:read', view: Webhooks },
  { path: 'activity', key: 'activity', scope: 'access:read', view: Activity },
  { path: 'jobs', key: 'jobs', scope: 'operations:read', view: Jobs },
];
const GROUPS = [
  { key: 'store', parts: STORE },
  { key: 'access', parts: ACCESS },
] as const;

/** The settings of the store, in parts with an address each. */
export function Settings() {
  const { part = '' } = useRoute().params;
  const { slug, scopes } = useCurrentStore();
  const loaded = useStoreSettings();
  const parts = GROUPS.flatMap((group) => group.parts).filter(({ scope }) => scopes.includes(scope));
  const chosen = parts.find(({ path }) => path === part) ?? parts[0];
  return (
    <Page title={t('nav.settings')}>
      <div class="settings">
        <nav class="settings__nav" aria-label={t('nav.settings')}>
          {GROUPS.map((group) => (
            <ul key={group.key} aria-label={t(`settings.group.${group.key}`)}>
              {group.parts
                .filter((one) => parts.includes(one))
                .map(({ path, key }) => (
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
          ))}
        </nav>
        <div class="settings__part" key={chosen?.path}>
          <Shown of={loaded}>{(store) => (chosen ? <chosen.view store={store} /> : null)}</Shown>
        </div>
      </div>
    </Page>
  );
}
