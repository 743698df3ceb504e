import { EUROPEAN_ECONOMIC_AREA } from '../../../../domain/country.ts';
import { countriesWithWithdrawal } from '../../../../domain/withdrawal-right.ts';
import type { GuaranteeNotices, Placements, Product, Store, Waitlist } from '../../requests/kinds.ts';
import { storePath } from '../../requests/where.ts';
import { type PortalKey, t } from '../../texts.ts';
import { Glyph } from '../../ui/glyph.tsx';
import { Card } from '../../ui/page.tsx';

type ChecklistData = {
  store: Store;
  products: Product[] | undefined;
  waitlists: Waitlist[] | undefined;
  pages: Placements['pages'] | undefined;
  notices: GuaranteeNotices['notices'] | undefined;
};
type Step = { key: string; done: boolean; href: string };

/** What is left to do before the store sells. It is gone once everything is done. */
export function Checklist(data: ChecklistData) {
  const steps = knownSteps(data);
  const left = steps.filter(({ done }) => !done).length;
  if (left === 0) return null;
  return (
    <Card title={t('checklist.title')} hint={t('checklist.left', { count: left })}>
      <ol class="checklist">
        {steps.map(({ key, done, href }) => (
          <li key={key} class={`checklist__step${done ? ' checklist__step--done' : ''}`}>
            <span class="checklist__mark">{done && <Glyph name="check" size={14} />}</span>
            <div>
              <p>
                {done ? (
                  <>
                    {t(`checklist.${key}` as PortalKey)}
                    <span class="visually-hidden"> {t('checklist.done')}</span>
                  </>
                ) : (
                  <a href={href}>{t(`checklist.${key}` as PortalKey)}</a>
                )}
              </p>
              {!done && <p class="muted">{t(`checklist.${key}.text` as PortalKey)}</p>}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** Whether everything is there, and known to be. */
export function isSetUp(data: ChecklistData): boolean {
  const steps = knownSteps(data);
  return steps.length > 0 && steps.every(({ done }) => done);
}

/** None as long as a part is still read: half a list would say that things are missing which are there. */
function knownSteps({ store, products, waitlists, pages, notices }: ChecklistData): Step[] {
  if (!products || !waitlists || !pages || !notices) return [];
  return stepsOf({ store, products, waitlists, pages, notices });
}

function stepsOf({
  store,
  products,
  waitlists,
  pages,
  notices,
}: Required<{ [K in keyof ChecklistData]: NonNullable<ChecklistData[K]> }>): Step[] {
  const { slug, mode, origins, shipping } = store;
  const to = (path: string) => storePath(slug, path);
  const mayWithdraw = countriesWithWithdrawal(shipping).length > 0;
  const seller = [store.legal_name, store.terms_url, store.privacy_url, store.contact_email];
  // The page on which people withdraw, and its receipt, say to whom they declare it.
  const hasLegal = [...seller, ...(mayWithdraw ? [store.legal_address] : [])].every((one) => one.trim() !== '');
  const withdrawal = { key: 'withdrawal', done: store.withdrawal_url !== null, href: to('/settings') };
  // Nobody buys in a test store, so it needs no official file.
  const isDue = mode === 'live' && shipping.some(({ country }) => EUROPEAN_ECONOMIC_AREA.includes(country));
  const notice = { key: 'notice', done: notices.length > 0, href: to('/brand/legal') };
  const steps: Step[] = [
    { key: 'products', done: products.length > 0, href: to('/products') },
    { key: 'shipping', done: shipping.length > 0, href: to('/settings/delivery') },
    { key: 'legal', done: hasLegal, href: to('/settings') },
    ...(mayWithdraw ? [withdrawal] : []),
    ...(isDue ? [notice] : []),
    { key: 'waitlist', done: waitlists.length > 0, href: to('/waitlists/new') },
    { key: 'open', done: waitlists.some(({ opened_at: at }) => at !== null), href: to('/waitlists') },
  ];
  // Any page may show the checkout of a test store.
  const origin = { key: 'origins', done: origins.length > 0, href: to('/settings/pages') };
  const placed = { key: 'placed', done: pages.length > 0, href: '#snippet' };
  return mode === 'live' ? [...steps, origin, placed] : [...steps, placed];
}
