import { useEffect, useRef, useState } from 'preact/hooks';
import type { Schemas } from '../../../../../packages/admin-client/src/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { storePath, useCurrentStore, useFilters, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Choice, Form, Input } from '../../ui/form.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { ManyIds } from './many-ids.tsx';

type Kind = 'product' | 'variant';
type Asked = { as: Kind; finding: Schemas['AdminIdFinding'] };

/** The ids of the platform: what one means, and giving them to many products at once. */
export function Ids() {
  const { slug } = useCurrentStore();
  const mayWrite = useScopes()('catalog:write');
  return (
    <Page
      title={t('ids.title')}
      intro={t('ids.intro')}
      back={{ href: storePath(slug, '/products'), text: t('nav.products') }}
    >
      <div class="narrow narrow--wide">
        <Check />
        {mayWrite && <ManyIds />}
      </div>
    </Page>
  );
}

/** Says what an id of a page means. A link may bring the id. */
function Check() {
  const asked = useFilters().read('id');
  const [id, setId] = useState(asked);
  const [as, setAs] = useState<Kind>('product');
  const [found, setFound] = useState<Asked>();
  const sending = useSending();
  const result = useRef<HTMLDivElement>(null);
  const look = async () => {
    setFound(undefined);
    await sending.send(async () => {
      const params = { query: { id: id.trim(), as } };
      setFound({ as, finding: bodyOf(await api.GET('/admin/api/v1/catalog/ids', { params })).data });
    });
  };
  useEffect(() => {
    if (asked !== '') void look();
  }, []);
  useEffect(() => result.current?.focus(), [found]);
  const { fault } = sending;
  const ofField = fault?.param === 'id' ? { ...fault, text: t('ids.check.wrong'), said: undefined } : undefined;
  return (
    <Card title={t('ids.check')} hint={t('ids.check.text')}>
      {fault && !ofField && <FaultNotice fault={fault} />}
      <Form onSubmit={look}>
        <Input id="id" label={t('ids.check.id')} value={id} autoComplete="off" fault={ofField} onValue={setId} />
        <Choice
          id="as"
          label={t('ids.check.as')}
          value={as}
          options={(['product', 'variant'] as const).map((value) => ({ value, text: t(`ids.check.as.${value}`) }))}
          onValue={(value) => setAs(value === 'variant' ? 'variant' : 'product')}
        />
        <Button type="submit" busy={sending.busy}>
          {t('ids.check.button')}
        </Button>
      </Form>
      <div ref={result} tabIndex={-1}>
        {found && <Finding asked={found} />}
      </div>
    </Card>
  );
}

function Finding({ asked: { as, finding } }: { asked: Asked }) {
  const { slug } = useCurrentStore();
  const { id, found, earlier, why, product, variant } = finding;
  const open = product && <a href={storePath(slug, `/products/${encodeURIComponent(product.id)}`)}>{t('ids.open')}</a>;
  const names = { id, product: product?.title ?? '', variant: variant?.title ?? '' };
  if (found === null) {
    const now = (why === 'sku' || why === 'similar' ? (variant ?? product) : product)?.id ?? '';
    return (
      <Notice kind="warning" title={t('ids.why', { id })} actions={open}>
        <p>{t(`ids.why.${why ?? 'unknown'}`, { ...names, now })}</p>
      </Notice>
    );
  }
  const key = found === 'product' ? 'ids.found.product' : variant?.title ? 'ids.found.variant' : 'ids.found.only';
  const isOther = found !== as;
  return (
    <Notice kind={isOther ? 'warning' : 'success'} title={t(key, names)} actions={open}>
      {earlier && <p>{t('ids.found.earlier', { now: (variant ?? product)?.id ?? '' })}</p>}
      <p>
        {!isOther
          ? t('ids.found.text')
          : found === 'variant'
            ? t('ids.found.as_other', { now: product?.id ?? '' })
            : t('ids.found.as_product')}
      </p>
    </Notice>
  );
}
