import { useState } from 'preact/hooks';
import type { IdMapping } from '../../../../domain/id-mapping-csv.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useSending } from '../../requests/send.ts';
import { t } from '../../texts.ts';
import { ChooseFile, CSV_FILES } from '../../ui/choose-file.tsx';
import { download } from '../../ui/download.ts';
import { count } from '../../ui/format.ts';
import { Table } from '../../ui/list.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { idList, MAPPED_MAX, readIdFile } from './id-file.ts';
import { type Mapped, mapIds } from './reads.ts';

type Tried = { name: string; mappings: IdMapping[]; done: Mapped | undefined };

/** Gives ids to many products by a file, which is shown before anything is done. */
export function ManyIds() {
  const [tried, setTried] = useState<Tried>();
  const sending = useSending();
  const saving = useSending();
  const save = () => saving.send(async () => download(await idList(), 'ids.csv'));
  const look = (file: File) =>
    sending.send(async () => setTried({ name: file.name, mappings: await readIdFile(file), done: undefined }));
  const perform = ({ name, mappings }: Tried) =>
    sending.send(async () => setTried({ name, mappings, done: await mapIds(mappings) }));
  return (
    <Card title={t('ids.many')} hint={t('ids.many.text')}>
      <div class="buttons">
        <Button kind="secondary" busy={saving.busy} onPress={() => void save()}>
          {t('ids.save')}
        </Button>
        <ChooseFile
          name="ids"
          accept={CSV_FILES}
          text={t(tried ? 'ids.choose.other' : 'ids.choose')}
          kind={tried ? 'secondary' : 'primary'}
          busy={sending.busy}
          onFile={(file) => {
            setTried(undefined);
            void look(file);
          }}
        />
      </div>
      <p class="muted">{t('ids.many.hint')}</p>
      {saving.fault && <FaultNotice fault={saving.fault} />}
      {sending.fault && <FaultNotice fault={sending.fault} />}
      {tried && <Report tried={tried} busy={sending.busy} onPerform={() => void perform(tried)} />}
    </Card>
  );
}

function Report({ tried, busy, onPerform }: { tried: Tried; busy: boolean; onPerform: () => void }) {
  const { name, mappings, done } = tried;
  const rows = rowsOf(mappings);
  const variants = mappings.reduce((sum, mapping) => sum + (mapping.variants?.length ?? 0), 0);
  const tooMany = mappings.length > MAPPED_MAX;
  const products = rows.length - variants;
  return (
    <>
      <div role="status">
        {done ? (
          <Notice kind="success" title={t('ids.done', { file: name })}>
            <p>
              {done.products + done.variants === 0
                ? t('ids.tried.nothing')
                : t('ids.done.sums', { products: count(done.products), variants: count(done.variants) })}
            </p>
          </Notice>
        ) : (
          <Notice
            kind={tooMany ? 'warning' : 'info'}
            title={t('ids.tried', { file: name })}
            actions={
              !tooMany && (
                <Button busy={busy} onPress={onPerform}>
                  {t('ids.perform', { count: rows.length })}
                </Button>
              )
            }
          >
            <p>
              {tooMany
                ? t('ids.many.most', { count: count(MAPPED_MAX) })
                : t('ids.tried.sums', { products: count(products), variants: count(variants) })}
            </p>
          </Notice>
        )}
      </div>
      <Table
        caption={t('ids.rows')}
        rows={rows.slice(0, SHOWN_MAX)}
        keyOf={({ key }) => key}
        columns={[
          { title: t('column.product'), heads: true, cell: ({ product }) => <span class="long">{product}</span> },
          { title: t('column.variant'), cell: ({ variant }) => <span class="long">{variant ?? '–'}</span> },
          { title: t('ids.rows.new'), cell: ({ id }) => <code class="long">{id}</code> },
        ]}
      />
      {rows.length > SHOWN_MAX && <p class="muted">{t('ids.rows.more', { count: rows.length - SHOWN_MAX })}</p>}
    </>
  );
}

// A page of thousands of rows would be slow on a phone.
const SHOWN_MAX = 200;

type Row = { key: string; product: string; variant?: string; id: string };

function rowsOf(mappings: readonly IdMapping[]): Row[] {
  return mappings.flatMap(({ product, id, product_code: code, variants = [] }) => {
    const own = [id, code !== undefined && t('ids.rows.code', { code })].filter(Boolean).join(' · ');
    return [
      ...(own === '' ? [] : [{ key: product, product, id: own }]),
      ...variants.map((each) => ({
        key: `${product} ${each.variant}`,
        product,
        variant: each.variant,
        id: each.id,
      })),
    ];
  });
}
