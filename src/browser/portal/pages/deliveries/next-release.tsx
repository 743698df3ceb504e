import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { storePath, useCurrentStore, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { moment, money } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/list.tsx';
import { Shown } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { Points } from './points.tsx';
import { chargeOf, ordersOf, type PreviewOrder } from './preview-orders.ts';
import { type Batch, nothingFree, type Preview, type PreviewLine, usePreview } from './reads.ts';
import { ReleaseWindow } from './release.tsx';
import { variantName } from './units.tsx';

type NextProps = { batch: Batch; timeZone: string | undefined };
type CardProps = NextProps & {
  /** The id of the release that runs. */
  running: string | undefined;
};

/** Who would get a unit now, and what would be charged, before anything is done. */
export function NextRelease({ batch, timeZone, running }: CardProps) {
  const can = useScopes();
  const preview = usePreview(batch.id);
  const [releasing, setReleasing] = useState(false);
  // A count or a running release changes who is next.
  const counted = JSON.stringify([running, batch.variants]);
  const first = useRef(counted);
  useEffect(() => {
    if (first.current !== counted) void preview.reload();
    first.current = counted;
  }, [counted]);
  const ready = (preview.data?.counts.lines ?? 0) > 0;
  return (
    <Card
      title={t('next.title')}
      flush
      actions={
        ready && can('releases:write') ? (
          <Button onPress={() => setReleasing(true)}>{t('release.title')}</Button>
        ) : undefined
      }
    >
      <Shown of={preview}>
        {(data) => (
          <>
            <div class="card__text">
              <Points preview={data} isFree={!nothingFree(batch)} />
            </div>
            <Lines title={t('next.lines')} lines={data.lines} of={data} timeZone={timeZone} batch={batch} />
            <Lines title={t('next.kept')} lines={data.kept} of={data} timeZone={timeZone} batch={batch} />
            <Lines title={t('next.left_out')} lines={data.left_out} of={data} timeZone={timeZone} batch={batch} />
          </>
        )}
      </Shown>
      {releasing && <ReleaseWindow batchId={batch.id} onClose={() => setReleasing(false)} />}
    </Card>
  );
}

const SHOWN_FIRST = 10;

type LinesProps = { title: string; lines: PreviewLine[]; of: Preview } & NextProps;

function Lines({ title, lines, of: { currency }, timeZone, batch }: LinesProps) {
  const { slug } = useCurrentStore();
  const [all, setAll] = useState(false);
  if (lines.length === 0) return null;
  const names = new Map(batch.variants.map((variant) => [variant.id, variantName(variant)]));
  const orders = ordersOf(lines);
  const columns: Column<PreviewOrder>[] = [
    {
      title: t('column.reference'),
      heads: true,
      cell: ({ reference }) => (
        <a class="reference" href={storePath(slug, `/preorders/${reference}`)}>
          {reference}
        </a>
      ),
    },
    {
      title: t('column.units'),
      cell: ({ lines, together }) => t('next.of_order', { count: lines.length, together }),
    },
    { title: t('column.variant'), cell: ({ lines }) => variantsOf(lines, names) },
    { title: t('column.placed'), cell: ({ placed_at }) => moment(placed_at, timeZone) },
    { title: t('column.card'), cell: ({ lines }) => stateOf(lines) },
    { title: t('column.charge'), number: true, cell: (order) => money(chargeOf(order), currency) },
  ];
  const shown = all ? orders : orders.slice(0, SHOWN_FIRST);
  return (
    <section class="card__section">
      <h3>{title}</h3>
      <Table caption={title} columns={columns} rows={shown} keyOf={({ reference }) => reference} />
      {shown.length < orders.length && (
        <p class="more">
          <Button kind="secondary" onPress={() => setAll(true)}>
            {t('list.more')}
          </Button>
        </p>
      )}
    </section>
  );
}

/** Names the variants, each once with its number of units. */
function variantsOf(lines: readonly PreviewLine[], names: ReadonlyMap<string, string>): string {
  const units = new Map<string, number>();
  for (const { variant } of lines) {
    const name = names.get(variant.id) ?? variant.sku;
    units.set(name, (units.get(name) ?? 0) + 1);
  }
  return [...units].map(([name, count]) => (count === 1 ? name : `${count} × ${name}`)).join(', ');
}

/** Says what may stop the charge or the parcel: of one pre-order, card and dispute are of all its line items. */
function stateOf(lines: readonly PreviewLine[]) {
  const card = lines.find(({ card }) => card !== 'none')?.card ?? 'none';
  const paid = t(lines.some(({ dispute }) => dispute) ? 'card.disputed' : cardKey(card));
  if (!lines.some(({ unanswered }) => unanswered)) return paid;
  return (
    <>
      {paid}
      <br />
      <Badge tone="warn">{t('next.asked')}</Badge>
    </>
  );
}

const CARDS = ['kept', 'expired', 'missing', 'none'] as const;

const cardKey = (card: string) => `card.${CARDS.find((known) => known === card) ?? 'none'}` as const;
