import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { Route, Router, useLocation } from 'preact-iso/router';
import { asking } from '../requests/ask.ts';
import { confirming } from '../requests/confirm.ts';
import { type Store, session } from '../requests/session.ts';
import { isForPage } from '../requests/single-keys.ts';
import { useStore } from '../requests/store-api.ts';
import { changed, keepFresh } from '../requests/use-data.ts';
import { useMe } from '../requests/where.ts';
import { t, withTexts } from '../texts.ts';
import { later, PagePlace, windowPlace } from '../ui/later.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { Ask } from './ask.tsx';
import { NoSecondFactor, NoStore, NotFound } from './no-store.tsx';
import { KeysHost, openKeys, openPalette, PaletteHost } from './palette-host.tsx';
import { Sidebar, TopBar } from './sidebar.tsx';
import { TestBanner } from './test-banner.tsx';

// Each is a part that most visits never need.
const Confirm = later(
  () => import('./confirm.tsx').then(({ Confirm }) => Confirm),
  windowPlace(() => confirming.value?.end(false)),
);
const Expired = later(
  () => import('./expired.tsx').then(({ Expired }) => Expired),
  // The next request asks for it again.
  windowPlace(() => {
    if ('view' in session.value) session.value = { is: 'in', view: session.value.view };
  }),
);

const page = (load: () => Promise<FunctionComponent>) => later(load, PagePlace);

const Home = page(() => withTexts(['alerts', 'home'], import('../pages/home/page.tsx')).then(({ Home }) => Home));
const Waitlists = page(() =>
  withTexts(['lists'], import('../pages/waitlists/page.tsx')).then(({ Waitlists }) => Waitlists),
);
const WaitlistPage = page(() => import('../pages/waitlists/detail.tsx').then(({ WaitlistPage }) => WaitlistPage));
const NoticesPage = page(() =>
  withTexts(['office'], import('../pages/waitlists/notices.tsx')).then(({ NoticesPage }) => NoticesPage),
);
const EditWaitlist = page(() =>
  withTexts(['rows', 'terms'], import('../pages/waitlists/edit.tsx')).then(({ EditWaitlist }) => EditWaitlist),
);
const WaitlistFiles = page(() =>
  withTexts(['rows', 'terms'], import('../pages/waitlists/files.tsx')).then(({ WaitlistFiles }) => WaitlistFiles),
);
const NewWaitlist = page(() =>
  withTexts(['rows', 'terms'], import('../pages/waitlists/create.tsx')).then(({ NewWaitlist }) => NewWaitlist),
);
const Preorders = page(() =>
  withTexts(['office', 'lists'], import('../pages/preorders/page.tsx')).then(({ Preorders }) => Preorders),
);
const PreorderPage = page(() =>
  withTexts(['office'], import('../pages/preorders/detail.tsx')).then(({ PreorderPage }) => PreorderPage),
);
const SendingPages = page(() =>
  withTexts(['sending', 'lists', 'rows'], import('../pages/sending/pages.tsx')).then(
    ({ SendingPages }) => SendingPages,
  ),
);
const PaymentsPage = page(() =>
  withTexts(['office'], import('../pages/payments/page.tsx')).then(({ PaymentsPage }) => PaymentsPage),
);
const ComparisonPage = page(() =>
  withTexts(['office'], import('../pages/payments/comparison.tsx')).then(({ ComparisonPage }) => ComparisonPage),
);
const BooksPage = page(() =>
  withTexts(['office'], import('../pages/payments/books.tsx')).then(({ BooksPage }) => BooksPage),
);
const MailLog = page(() => withTexts(['office'], import('../pages/mails/page.tsx')).then(({ MailLog }) => MailLog));
const MailPage = page(() =>
  withTexts(['office'], import('../pages/mails/detail.tsx')).then(({ MailPage }) => MailPage),
);
const BlockedAddresses = page(() =>
  withTexts(['office'], import('../pages/mails/blocked.tsx')).then(({ BlockedAddresses }) => BlockedAddresses),
);
const Withdrawals = page(() =>
  withTexts(['office'], import('../pages/withdrawals/page.tsx')).then(({ Withdrawals }) => Withdrawals),
);
const WithdrawalPage = page(() =>
  withTexts(['office'], import('../pages/withdrawals/detail.tsx')).then(({ WithdrawalPage }) => WithdrawalPage),
);
const Deliveries = page(() =>
  withTexts(['lists'], import('../pages/deliveries/page.tsx')).then(({ Deliveries }) => Deliveries),
);
const DeliveryPage = page(() =>
  withTexts(['office'], import('../pages/deliveries/detail.tsx')).then(({ DeliveryPage }) => DeliveryPage),
);
const Reports = page(() =>
  withTexts(['alerts', 'office'], import('../pages/reports/page.tsx')).then(({ Reports }) => Reports),
);
const Products = page(() =>
  withTexts(['ids', 'lists'], import('../pages/products/page.tsx')).then(({ Products }) => Products),
);
const Discounts = page(() =>
  withTexts(['discounts'], import('../pages/discounts/page.tsx')).then(({ Discounts }) => Discounts),
);
const NewDiscount = page(() =>
  withTexts(['discounts'], import('../pages/discounts/create.tsx')).then(({ NewDiscount }) => NewDiscount),
);
const ProductPage = page(() =>
  withTexts(['ids'], import('../pages/products/detail.tsx')).then(({ ProductPage }) => ProductPage),
);
const Ids = page(() => withTexts(['ids', 'rows'], import('../pages/products/ids.tsx')).then(({ Ids }) => Ids));
const CustomersPages = page(() =>
  withTexts(['people', 'office'], import('../pages/customers/pages.tsx')).then(({ CustomersPages }) => CustomersPages),
);
const LookPage = page(() => import('../pages/brand/look.tsx').then(({ LookPage }) => LookPage));
const MailsPage = page(() => import('../pages/brand/mails.tsx').then(({ MailsPage }) => MailsPage));
const LegalPage = page(() =>
  withTexts(['setup'], import('../pages/brand/legal.tsx')).then(({ LegalPage }) => LegalPage),
);
const ButtonPage = page(() => import('../pages/brand/button.tsx').then(({ ButtonPage }) => ButtonPage));
const ImportProducts = page(() =>
  withTexts(['setup', 'rows'], import('../pages/products/import.tsx')).then(({ ImportProducts }) => ImportProducts),
);
const MovingIn = page(() =>
  withTexts(['setup', 'rows'], import('../pages/moving-in/page.tsx')).then(({ MovingIn }) => MovingIn),
);
const MovingPage = page(() =>
  withTexts(['setup', 'rows'], import('../pages/moving-in/detail.tsx')).then(({ MovingPage }) => MovingPage),
);
const Rehearsals = page(() =>
  withTexts(['setup', 'rehearsal'], import('../pages/rehearsals/page.tsx')).then(({ Rehearsals }) => Rehearsals),
);
const RehearsalPage = page(() =>
  withTexts(['setup', 'rehearsal'], import('../pages/rehearsals/detail.tsx')).then(
    ({ RehearsalPage }) => RehearsalPage,
  ),
);
const ClockPage = page(() =>
  withTexts(['rehearsal'], import('../pages/clock/page.tsx')).then(({ ClockPage }) => ClockPage),
);
const NewStore = page(() =>
  withTexts(['setup'], import('../pages/stores/create.tsx')).then(({ NewStore }) => NewStore),
);
const Settings = page(() =>
  withTexts(['setup', 'office', 'rows'], import('../pages/settings/page.tsx')).then(({ Settings }) => Settings),
);
const Account = page(() => withTexts(['account'], import('../pages/account/page.tsx')).then(({ Account }) => Account));

const LAST_STORE = 'portal.store';

/** The app of people who are signed in: navigation, and the page that the address names. */
export function App() {
  const { stores } = useMe();
  const { path } = useLocation();
  const slug = /^\/stores\/([^/]+)/.exec(path)?.[1] ?? '';
  // Pages of no store, such as the account, keep the navigation of the store that was looked at last.
  const store = stores.find((one) => one.slug === (slug || localStorage.getItem(LAST_STORE)));
  const isShut = slug !== '' && store?.lacks_second_factor === true;
  useStore(store?.slug ?? '');
  useShortcuts(store);
  useEffect(() => {
    if (store) localStorage.setItem(LAST_STORE, store.slug);
  }, [store]);
  return (
    <div class="shell">
      <a class="skip" href="#content">
        {t('skip')}
      </a>
      <Sidebar store={store} />
      <TopBar store={store} />
      <main id="content" class="content" tabIndex={-1}>
        {slug !== '' && store?.mode === 'test' && !isShut && <TestBanner store={store} />}
        {slug !== '' && !store ? (
          <NotFound />
        ) : isShut ? (
          <NoSecondFactor name={store?.name ?? ''} />
        ) : (
          <Router>
            <Route path="/" component={Start} />
            <Route path="/account" component={Account} />
            <Route path="/new-store" component={NewStore} />
            <Route path="/stores/:slug" component={Home} />
            <Route path="/stores/:slug/waitlists" component={Waitlists} />
            <Route path="/stores/:slug/waitlists/new" component={NewWaitlist} />
            <Route path="/stores/:slug/waitlists/files" component={WaitlistFiles} />
            <Route path="/stores/:slug/waitlists/:id/edit" component={EditWaitlist} />
            <Route path="/stores/:slug/waitlists/:id/promises/:promise" component={NoticesPage} />
            <Route path="/stores/:slug/waitlists/:id" component={WaitlistPage} />
            <Route path="/stores/:slug/preorders" component={Preorders} />
            <Route path="/stores/:slug/preorders/:reference" component={PreorderPage} />
            <Route path="/stores/:slug/sending/:way?" component={SendingPages} />
            <Route path="/stores/:slug/withdrawals" component={Withdrawals} />
            <Route path="/stores/:slug/withdrawals/:id" component={WithdrawalPage} />
            <Route path="/stores/:slug/deliveries" component={Deliveries} />
            <Route path="/stores/:slug/deliveries/:id" component={DeliveryPage} />
            <Route path="/stores/:slug/payments" component={PaymentsPage} />
            <Route path="/stores/:slug/payments/comparison" component={ComparisonPage} />
            <Route path="/stores/:slug/payments/books" component={BooksPage} />
            <Route path="/stores/:slug/mails" component={MailLog} />
            <Route path="/stores/:slug/mails/blocked" component={BlockedAddresses} />
            <Route path="/stores/:slug/mails/:id" component={MailPage} />
            <Route path="/stores/:slug/reports" component={Reports} />
            <Route path="/stores/:slug/rehearsals" component={Rehearsals} />
            <Route path="/stores/:slug/rehearsals/:id" component={RehearsalPage} />
            <Route path="/stores/:slug/clock" component={ClockPage} />
            <Route path="/stores/:slug/products" component={Products} />
            <Route path="/stores/:slug/discounts" component={Discounts} />
            <Route path="/stores/:slug/discounts/new" component={NewDiscount} />
            <Route path="/stores/:slug/customers/:id?" component={CustomersPages} />
            <Route path="/stores/:slug/people" component={CustomersPages} />
            <Route path="/stores/:slug/brand" component={LookPage} />
            <Route path="/stores/:slug/brand/mails" component={MailsPage} />
            <Route path="/stores/:slug/brand/button" component={ButtonPage} />
            <Route path="/stores/:slug/brand/legal" component={LegalPage} />
            <Route path="/stores/:slug/products/import" component={ImportProducts} />
            <Route path="/stores/:slug/products/ids" component={Ids} />
            <Route path="/stores/:slug/products/:id" component={ProductPage} />
            <Route path="/stores/:slug/moving-in" component={MovingIn} />
            <Route path="/stores/:slug/moving-in/:id" component={MovingPage} />
            <Route path="/stores/:slug/settings" component={Settings} />
            <Route path="/stores/:slug/settings/:part" component={Settings} />
            <Route path="/stores/:slug/settings/:part/:id" component={Settings} />
            <Route default component={NotFound} />
          </Router>
        )}
      </main>
      <Toasts />
      <PaletteHost store={store} />
      <KeysHost store={store} />
      {confirming.value && <Confirm onEnd={confirming.value.end} />}
      {asking.value && <Ask {...asking.value} />}
      {session.value.is === 'expired' && <Expired />}
    </div>
  );
}

/** Leads from the bare address to the store of the last visit. */
function Start() {
  const { stores } = useMe();
  const { route } = useLocation();
  const last = localStorage.getItem(LAST_STORE);
  const store = stores.find(({ slug }) => slug === last) ?? stores[0];
  useEffect(() => {
    if (store) route(`/stores/${store.slug}`, true);
  }, [store?.slug]);
  return store ? null : <NoStore />;
}

// So long after `g` a letter leads to a page.
const GOES_MS = 1_500;

function useShortcuts(store: Store | undefined): void {
  const { route } = useLocation();
  useEffect(() => {
    keepFresh();
    // What was read while the session had ended may be missing.
    return session.subscribe(({ is }) => is === 'in' && changed(''));
  }, []);
  useEffect(() => {
    let goesUntil = 0;
    const go = async (letter: string) => {
      const path = store && (await import('./keys.tsx')).pathOf(letter, store);
      if (path) route(path);
    };
    const press = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      if (key === 'k' && (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey) {
        event.preventDefault();
        openPalette();
      } else if (isForPage(event)) {
        if (key === '?') openKeys();
        else if (performance.now() < goesUntil) void go(key);
        goesUntil = key === 'g' ? performance.now() + GOES_MS : 0;
      }
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [store]);
}
