import type { Product, Waitlist } from '../../requests/kinds.ts';
import {
  keyOf,
  useGuaranteeNotices,
  usePlacements,
  useProducts,
  useStoreSettings,
  useWaitlists,
} from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useData } from '../../requests/use-data.ts';
import { useLive } from '../../requests/use-live.ts';
import { storePath, useCurrentStore, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { moment, money } from '../../ui/format.ts';
import { Shown } from '../../ui/loaded.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { PreorderStates } from '../preorders/state.tsx';
import { Sold, unitsOf } from '../waitlists/state.tsx';
import { Checklist, isSetUp } from './checklist.tsx';
import { MoneyNow } from './money.tsx';
import { NeedsYou } from './needs-you.tsx';
import { Placed } from './placed.tsx';
import { type Example, Snippet } from './snippet.tsx';

// Who puts the code on a page looks here whether it arrived, and then for the first sale.
const LOOK_MS = 5_000;

/** The first page of a store: what needs somebody, the money, what sells and came in. Until the store sells, also what is left to do. */
export function Home() {
  const { name } = useCurrentStore();
  const can = useScopes();
  const settings = useStoreSettings();
  const products = useProducts();
  const waitlists = useWaitlists();
  const placements = usePlacements();
  const notices = useGuaranteeNotices();
  return (
    <Page title={name} intro={t('home.intro')}>
      <Shown of={settings}>
        {(store) => {
          const known = {
            store,
            products: products.first.data?.data,
            waitlists: waitlists.first.data?.data,
            pages: placements.data?.pages,
            notices: notices.data?.notices,
          };
          const work = (
            <>
              <NeedsYou />
              {can('measures:read') && <MoneyNow />}
              <Placed placements={placements.data} />
              {can('waitlists:read') && <Selling />}
              {can('preorders:read') && <Latest timeZone={store.time_zone} />}
            </>
          );
          if (isSetUp(known)) return <div class="columns__main">{work}</div>;
          return (
            <div class="columns">
              <div class="columns__main">
                <Checklist {...known} />
                {work}
              </div>
              <div class="columns__side">
                <Arrival placements={placements} />
                <Snippet store={store} example={exampleOf(waitlists.entries, products.entries)} />
              </div>
            </div>
          );
        }}
      </Shown>
    </Page>
  );
}

/** Looks often whether the code has arrived on a page, as long as that is awaited. */
function Arrival({ placements }: { placements: ReturnType<typeof usePlacements> }) {
  useLive([placements], LOOK_MS);
  return null;
}

/** The product in the code for a page: one that is offered, else any. */
function exampleOf(waitlists: readonly Waitlist[], products: readonly Product[]): Example | undefined {
  const offered =
    waitlists.find((one) => one.state === 'OPEN' && unitsOf(one).left > 0) ??
    waitlists.find(({ state }) => state === 'OPEN') ??
    waitlists[0];
  const { id, title } = offered?.product ?? products[0] ?? {};
  if (id === undefined || title === undefined) return undefined;
  const variants = (offered ?? products[0])?.variants.filter(({ gone }) => !gone) ?? [];
  const known = products.find((product) => product.id === id);
  return {
    id,
    title,
    variant: variants.length > 1 ? variants[0]?.id : undefined,
    idMade: known?.id_made ?? false,
  };
}

const SHOWN_MAX = 5;

/** The open waitlists, those that have sold most at the top. */
function Selling() {
  const { slug } = useCurrentStore();
  const { entries } = useWaitlists({ state: 'OPEN' });
  if (entries.length === 0) return null;
  const bySold = [...entries].sort((one, other) => unitsOf(other).sold - unitsOf(one).sold);
  return (
    <Card title={t('home.selling')} actions={<a href={storePath(slug, '/waitlists?state=OPEN')}>{t('home.all')}</a>}>
      <ul class="rows">
        {bySold.slice(0, SHOWN_MAX).map((waitlist) => (
          <li key={waitlist.id} class="rows__row">
            <a href={storePath(slug, `/waitlists/${waitlist.id}`)}>{waitlist.product.title}</a>
            <Sold units={unitsOf(waitlist)} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Only what is shown is asked for. */
const useLatest = () =>
  useData(keyOf('preorders/latest'), async () => {
    const query = { limit: SHOWN_MAX };
    return bodyOf(await api.GET('/admin/api/v1/preorders', { params: { query } })).data;
  });

function Latest({ timeZone }: { timeZone: string }) {
  const { slug } = useCurrentStore();
  const { data: entries = [] } = useLatest();
  if (entries.length === 0) return null;
  return (
    <Card title={t('home.latest')} actions={<a href={storePath(slug, '/preorders')}>{t('home.all')}</a>}>
      <ul class="rows">
        {entries.map((preorder) => (
          <li key={preorder.reference} class="rows__row">
            <span>
              <a class="reference" href={storePath(slug, `/preorders/${preorder.reference}`)}>
                {preorder.reference}
              </a>
              <span class="sub">
                {preorder.product.title} · {moment(preorder.placed_at, timeZone)}
              </span>
            </span>
            <span class="rows__end">
              <PreorderStates preorder={preorder} />
              <span class="money">{money(preorder.total, preorder.currency)}</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
