import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { faultOf } from '../requests/fault.ts';
import { mayLeave } from '../requests/leaving.ts';
import { OPEN_WORK_MAX, type OpenWork, useOpenWork } from '../requests/open-work.ts';
import { say } from '../requests/say.ts';
import { call, type Store, session } from '../requests/session.ts';
import { forgetData } from '../requests/use-data.ts';
import { storePath, useMe } from '../requests/where.ts';
import { t } from '../texts.ts';
import { Badge } from '../ui/badge.tsx';
import { count } from '../ui/format.ts';
import { Glyph, type GlyphName } from '../ui/glyph.tsx';
import { Mark } from '../ui/mark.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { pagesOf } from './pages.ts';
import { openPalette } from './palette-host.tsx';
import { SavedViews } from './saved-views.tsx';

type OfStore = { store: Store | undefined };

/** The navigation at the side of a wide screen. */
export function Sidebar({ store }: OfStore) {
  return (
    <header class="sidebar">
      <SidebarContent store={store} />
    </header>
  );
}

/** The bar at the top of a narrow screen, with the navigation behind its first button. */
export function TopBar({ store }: OfStore) {
  const drawer = useRef<HTMLDialogElement>(null);
  const { url } = useLocation();
  useEffect(() => drawer.current?.close(), [url]);
  return (
    <header class="topbar">
      <button type="button" class="icon-button" aria-label={t('nav.open')} onClick={() => drawer.current?.showModal()}>
        <Glyph name="menu" size={20} />
      </button>
      <span class="topbar__store">{store?.name ?? t('app')}</span>
      {store && <Mode store={store} />}
      <button type="button" class="icon-button topbar__search" aria-label={t('palette.open')} onClick={openPalette}>
        <Glyph name="search" size={18} />
      </button>
      <dialog
        ref={drawer}
        class="drawer"
        aria-label={t('nav.label')}
        onPointerDown={(event) => event.target === event.currentTarget && event.currentTarget.close()}
      >
        <SidebarContent store={store} />
      </dialog>
    </header>
  );
}

function SidebarContent({ store }: OfStore) {
  return (
    <div class="sidebar__content">
      <StoreSwitcher store={store} />
      {store?.beside && <Twins store={store} beside={store.beside} />}
      <button type="button" class="search-button" onClick={openPalette}>
        <Glyph name="search" />
        <span>{t('palette.open')}</span>
        <kbd>{IS_APPLE ? '⌘K' : t('palette.keys')}</kbd>
      </button>
      {store && (
        <nav aria-label={t('nav.label')}>
          <ul class="nav">
            {pagesOf(store).map(({ path, text, glyph }) => (
              <NavLink
                key={path}
                href={storePath(store.slug, path)}
                text={text}
                glyph={glyph}
                exact={path === ''}
                below={path === '/preorders' && !store.lacks_second_factor && <SavedViews slug={store.slug} />}
              >
                {path in WORK && !store.lacks_second_factor && <Waiting path={path} />}
              </NavLink>
            ))}
          </ul>
        </nav>
      )}
      <AccountMenu />
    </div>
  );
}

const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.platform);

type NavLinkProps = {
  href: string;
  text: string;
  glyph: GlyphName;
  exact: boolean;
  children: ComponentChildren;
  below: ComponentChildren;
};

function NavLink({ href, text, glyph, exact, children, below }: NavLinkProps) {
  const { path } = useLocation();
  const here = exact ? path === href : path === href || path.startsWith(`${href}/`);
  return (
    <li>
      <a class="nav__link" href={href} aria-current={here ? (path === href ? 'page' : 'true') : undefined}>
        <Glyph name={glyph} />
        {text}
        {children}
      </a>
      {below}
    </li>
  );
}

const WORK: Record<string, keyof OpenWork> = {
  '': 'alerts',
  '/sending': 'parcels',
  '/withdrawals': 'withdrawals',
  '/deliveries': 'deliveries',
  '/payments': 'refunds',
};

/** How much waits for somebody on a page, at the end of its entry. */
function Waiting({ path }: { path: string }) {
  const { data } = useOpenWork();
  const kind = WORK[path];
  const waits = kind && data?.[kind];
  if (!waits) return null;
  return (
    <span class="nav__count">
      {count(waits)}
      {waits === OPEN_WORK_MAX && '+'}
      <span class="visually-hidden"> {t('nav.waits')}</span>
    </span>
  );
}

function Mode({ store: { mode } }: { store: Store }) {
  return mode === 'test' ? <Badge tone="warn">{t('mode.test')}</Badge> : <Badge tone="good">{t('mode.live')}</Badge>;
}

/** Leads between a live store and its test store, at the same page. */
function Twins({ store: { slug, mode }, beside }: { store: Store; beside: string }) {
  const { path } = useLocation();
  // What is one of many, such as a pre-order, is not in both. The clock is of a test store alone.
  const [, page = ''] = /^\/stores\/[^/]+(\/(?!clock)[^/]+)?/.exec(path) ?? [];
  return (
    <nav class="tabs twins" aria-label={t('twins.label')}>
      {(['live', 'test'] as const).map((one) => (
        <a
          key={one}
          class="tabs__tab"
          href={storePath(one === mode ? slug : beside, page)}
          aria-current={one === mode ? 'true' : undefined}
        >
          {t(`mode.${one}`)}
        </a>
      ))}
    </nav>
  );
}

function StoreSwitcher({ store }: OfStore) {
  const { stores, may_create_stores: mayCreate } = useMe();
  const { route } = useLocation();
  const items = stores.map(
    ({ slug, name, mode }): MenuItem => ({
      value: slug,
      text: name,
      hint: t(mode === 'test' ? 'mode.test_store' : 'mode.live_store'),
      current: slug === store?.slug,
      onSelect: () => route(storePath(slug)),
    }),
  );
  const face = (
    <>
      <Mark size={22} />
      <span class="switcher__name">{store?.name ?? t('app')}</span>
      {store && <Mode store={store} />}
    </>
  );
  if (mayCreate) items.push({ value: '+', text: t('no_store.create'), onSelect: () => route('/new-store') });
  if (items.length < 2) return <p class="switcher">{face}</p>;
  return (
    <Menu class="switcher switcher--button" items={items} placement="bottom-start">
      {face}
      <span class="visually-hidden">{t('switcher.change')}</span>
      <Glyph name="chevron" />
    </Menu>
  );
}

function AccountMenu() {
  const { staff } = useMe();
  const { route } = useLocation();
  async function signOut() {
    if (!(await mayLeave())) return;
    try {
      await call('DELETE', 'session');
      forgetData();
      session.value = { is: 'none' };
      route('/');
    } catch (error) {
      say(faultOf(error).text);
    }
  }
  const items: MenuItem[] = [
    { value: 'account', text: t('account.title'), hint: staff.email, onSelect: () => route('/account') },
    { value: 'sign-out', text: t('sign_out'), onSelect: () => void signOut() },
  ];
  return (
    <Menu class="account-button" items={items} placement="top-start">
      <Glyph name="account" />
      <span>{staff.name || staff.email}</span>
    </Menu>
  );
}
