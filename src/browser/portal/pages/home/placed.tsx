import { Notice } from '../../../ui/notice.tsx';
import type { Placements } from '../../requests/kinds.ts';
import { storePath, useCurrentStore } from '../../requests/where.ts';
import { currentLocale, type PortalKey, t } from '../../texts.ts';
import { countryName } from '../../ui/countries.ts';
import { ago } from '../../ui/format.ts';
import { Card } from '../../ui/page.tsx';
import { serviceAddress } from './service-address.ts';

type Problem = Placements['problems'][number];

const SHOWN_MAX = 6;

/** On which pages the button was seen, and what keeps it from selling. Until something was seen the checklist says what to do. */
export function Placed({ placements }: { placements: Placements | undefined }) {
  if (!placements) return null;
  const { pages, problems } = placements;
  const isSomethingSeen = pages.length > 0 || problems.some(({ origin }) => origin !== null);
  if (!isSomethingSeen) return null;
  return (
    <Card title={t('placed.title')} hint={problems.length === 0 ? t('placed.working') : undefined}>
      <div class="stack">
        <ul class="rows">
          {pages.slice(0, SHOWN_MAX).map(({ origin, last_seen_at, products }) => (
            <li key={origin} class="rows__row">
              <span class="breaks">{origin.replace(/^https?:\/\//, '')}</span>
              <span class="rows__end muted">
                {t('placed.seen', { ago: ago(last_seen_at) })}
                {products > 0 && ` · ${t('placed.products', { count: products })}`}
              </span>
            </li>
          ))}
        </ul>
        {problems.map((one) => (
          <Wrong key={`${one.code} ${one.origin} ${one.subject}`} problem={one} />
        ))}
      </div>
    </Card>
  );
}

function Wrong({ problem: { code, origin, subject, message } }: { problem: Problem }) {
  const { slug } = useCurrentStore();
  const key = `placed.${code}` as PortalKey;
  const known = code in FIXES;
  const fix = FIXES[code as keyof typeof FIXES];
  const ids = `${PATHS.ids}?${new URLSearchParams({ id: subject ?? '' })}`;
  const href =
    fix === 'policy'
      ? `${serviceAddress()}/docs/guides/policies`
      : storePath(slug, fix === 'ids' ? ids : (PATHS[fix] ?? ''));
  return (
    <Notice kind="warning" actions={known && <a href={fix === 'code' ? '#snippet' : href}>{t(`placed.fix.${fix}`)}</a>}>
      <p>{known ? t(key, { origin: origin ?? '', subject: subjectOf(code, subject ?? '') }) : message}</p>
    </Notice>
  );
}

// More names than these are not read, and the page behind the link has them all.
const COUNTRIES_MAX = 4;

/** What a problem is about, for people: the service names countries by their codes. */
function subjectOf(code: string, subject: string): string {
  if (code !== 'no_tax_rate') return subject;
  const names = subject.split(', ').map(countryName);
  const rest = names.length - COUNTRIES_MAX;
  const shown = rest > 1 ? [...names.slice(0, COUNTRIES_MAX), t('placed.countries', { count: rest })] : names;
  return new Intl.ListFormat(currentLocale()).format(shown);
}

const PATHS: Record<string, string> = {
  origins: '/settings/pages',
  ids: '/products/ids',
  waitlists: '/waitlists',
  delivery: '/settings/delivery',
  payments: '/settings/payments',
};

const FIXES = {
  unknown_key: 'code',
  key_of_test_store: 'code',
  key_of_live_store: 'code',
  origin_not_allowed: 'origins',
  script_without_placement: 'policy',
  not_seen: 'code',
  unknown_product: 'ids',
  no_open_waitlist: 'waitlists',
  no_shipping: 'delivery',
  no_tax_rate: 'delivery',
  no_payment_account: 'payments',
} as const;
