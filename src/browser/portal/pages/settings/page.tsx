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
import { type PartKey, SETTINGS_GROUPS, settingsPath } from './parts.ts';
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

const VIEWS: Record<PartKey, View> = {
  general: General,
  delivery: Delivery,
  payments: Payments,
  connection: ConnectionPart,
  pages: Pages,
  rules: Rules,
  team: Team,
  keys: Keys,
  tokens: Tokens,
  webhooks: Webhooks,
  activity: Activity,
  jobs: Jobs,
};

/** The settings of the store, in parts with an address each. */
export function Settings() {
  const { part = '' } = useRoute().params;
  const { slug, scopes } = useCurrentStore();
  const loaded = useStoreSettings();
  const parts = SETTINGS_GROUPS.flatMap((group) => group.parts).filter(({ scope }) => scopes.includes(scope));
  const chosen = parts.find(({ path }) => path === part) ?? parts[0];
  const Chosen = chosen && VIEWS[chosen.key];
  return (
    <Page title={t('nav.settings')} part={chosen && t(`settings.${chosen.key}` as PortalKey)}>
      <div class="settings">
        <nav class="settings__nav" aria-label={t('nav.settings')}>
          {SETTINGS_GROUPS.map((group) => (
            <ul key={group.key} aria-label={t(`settings.group.${group.key}`)}>
              {group.parts
                .filter((one) => parts.includes(one))
                .map(({ path, key }) => (
                  <li key={key}>
                    <a
                      class="settings__link"
                      href={storePath(slug, settingsPath(path))}
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
          <Shown of={loaded}>{(store) => (Chosen ? <Chosen store={store} /> : null)}</Shown>
        </div>
      </div>
    </Page>
  );
}
