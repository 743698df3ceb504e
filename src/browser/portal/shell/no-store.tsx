import { useMe } from '../requests/where.ts';
import { t } from '../texts.ts';
import { Empty } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';

/** For somebody who is signed in and has no store yet. */
export function NoStore() {
  const { may_create_stores: mayCreate } = useMe();
  return (
    <Page title={t('no_store.title')}>
      <Empty
        title={t('no_store.none')}
        actions={
          mayCreate && (
            <a class="button button--primary" href="/new-store">
              {t('no_store.create')}
            </a>
          )
        }
      >
        <p>{t(mayCreate ? 'no_store.first' : 'no_store.text')}</p>
      </Empty>
    </Page>
  );
}

/** For somebody without a second factor, in a store that demands one. */
export function NoSecondFactor({ name }: { name: string }) {
  return (
    <Page title={name}>
      <Empty
        title={t('no_factor.title')}
        actions={
          <a class="button button--primary" href="/account">
            {t('no_factor.set_up')}
          </a>
        }
      >
        <p>{t('no_factor.text')}</p>
      </Empty>
    </Page>
  );
}

/** For an address that nothing of this person's stores has. */
export function NotFound() {
  return (
    <Page title={t('not_found.title')}>
      <Empty title={t('not_found.heading')} actions={<a href="/">{t('not_found.home')}</a>}>
        <p>{t('not_found.text')}</p>
      </Empty>
    </Page>
  );
}
