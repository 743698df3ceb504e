import { useState } from 'preact/hooks';
import type { Discount } from '../../requests/kinds.ts';
import { useStoreSettings } from '../../requests/reads.ts';
import { say } from '../../requests/say.ts';
import { storePath, useCurrentStore, useFilters, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { copyText } from '../../ui/copy.tsx';
import { count, money } from '../../ui/format.ts';
import { Glyph } from '../../ui/glyph.tsx';
import { type Column, Table } from '../../ui/list.tsx';
import { Empty, Shown } from '../../ui/loaded.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { EndWindow } from './end.tsx';
import { useDiscounts } from './reads.ts';
import { DiscountState, offText, validText } from './words.tsx';

// The API shows so many at most.
const SHOWN_MAX = 500;

/** The discount codes of the store: what each takes off, how often it was used, and how to end it. */
export function Discounts() {
  const mayWrite = useScopes()('discounts:write');
  const filters = useFilters();
  const all = filters.read('all') === 'true';
  const loaded = useDiscounts(all);
  return (
    <Page title={t('nav.discounts')} intro={t('discounts.intro')} actions={mayWrite && <CreateLink />}>
      <Tabs
        label={t('discounts.filter')}
        value={all ? 'true' : ''}
        options={[
          { value: '', text: t('discounts.current') },
          { value: 'true', text: t('discounts.all') },
        ]}
        onChoose={(value) => filters.write({ all: value })}
      />
      <Card flush>
        <Shown of={loaded}>
          {(discounts) =>
            discounts.length === 0 ? (
              <NoDiscounts all={all} mayWrite={mayWrite} />
            ) : (
              <DiscountTable discounts={discounts} mayWrite={mayWrite} />
            )
          }
        </Shown>
      </Card>
    </Page>
  );
}

function CreateLink() {
  const { slug } = useCurrentStore();
  return (
    <a class="button button--primary" href={storePath(slug, '/discounts/new')}>
      {t('discounts.create')}
    </a>
  );
}

/** A store that has had codes is not taught again what they are. */
function NoDiscounts({ all, mayWrite }: { all: boolean; mayWrite: boolean }) {
  const ever = useDiscounts(true).data;
  const hadSome = !all && ever !== undefined && ever.length > 0;
  return (
    <Empty title={t(hadSome ? 'discounts.none_now' : 'discounts.none')} actions={mayWrite && <CreateLink />}>
      <p>{t(hadSome ? 'discounts.none_now.text' : 'discounts.none.text')}</p>
    </Empty>
  );
}

function DiscountTable({ discounts, mayWrite }: { discounts: Discount[]; mayWrite: boolean }) {
  const { data: store } = useStoreSettings();
  const [ending, setEnding] = useState<Discount>();
  const columns = [
    ...factColumns(store?.time_zone),
    {
      title: t('column.actions'),
      cell: (discount: Discount) => (
        <Acts
          discount={discount}
          onEnd={mayWrite && discount.state !== 'over' ? () => setEnding(discount) : undefined}
        />
      ),
    },
  ];
  return (
    <>
      <Table caption={t('nav.discounts')} columns={columns} rows={discounts} keyOf={({ code }) => code} />
      {discounts.length >= SHOWN_MAX && <p class="more muted">{t('discounts.most', { count: SHOWN_MAX })}</p>}
      {ending && <EndWindow discount={ending} onClose={() => setEnding(undefined)} />}
    </>
  );
}

function factColumns(timeZone: string | undefined): Column<Discount>[] {
  return [
    {
      title: t('discounts.code'),
      heads: true,
      cell: ({ code, valid_for: product, waitlist_id: waitlist }) => (
        <>
          <code class="long">{code}</code>
          {product && (
            <span class="sub">
              {t(waitlist === null ? 'discounts.only' : 'discounts.only.waitlist', { product: product.title })}
            </span>
          )}
        </>
      ),
    },
    { title: t('column.state'), cell: ({ state }) => <DiscountState state={state} /> },
    {
      title: t('discounts.off'),
      cell: (discount) => (
        <>
          {offText(discount)}
          {Number(discount.minimum) > 0 && (
            <span class="sub">
              {t('discounts.minimum_from', { amount: money(discount.minimum, discount.currency) })}
            </span>
          )}
        </>
      ),
    },
    {
      title: t('discounts.used'),
      number: true,
      cell: ({ placed, held, uses_max: max }) => (
        <>
          {max === null ? count(placed) : t('discounts.used.of', { placed: count(placed), max: count(max) })}
          {held > 0 && <span class="sub">{t('discounts.held', { count: held })}</span>}
        </>
      ),
    },
    { title: t('discounts.given'), number: true, cell: ({ given, currency }) => money(given, currency) },
    { title: t('discounts.valid'), cell: (discount) => validText(discount, timeZone) },
  ];
}

function Acts({ discount: { code }, onEnd }: { discount: Discount; onEnd: (() => void) | undefined }) {
  const copy = async () => {
    say((await copyText(code)) ? t('discounts.copied', { code }) : t('discounts.copy.refused', { code }));
  };
  const items: MenuItem[] = [
    { value: 'copy', text: t('discounts.copy'), onSelect: () => void copy() },
    ...(onEnd ? [{ value: 'end', text: t('discounts.end'), danger: true, onSelect: onEnd }] : []),
  ];
  return (
    <Menu label={t('discounts.acts', { code })} items={items}>
      <Glyph name="dots" />
    </Menu>
  );
}
