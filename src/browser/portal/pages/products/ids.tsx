import { useEffect, useRef, useState } from 'preact/hooks';
import type { Schemas } from '../../../../../packages/admin-client/src/index.ts';
import { Notice } from '../../../ui/notice.tsx';
import { wrongField } from '../../requests/fault.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useForm } from '../../requests/use-form.ts';
import { storePath, useCurrentStore, useFilters, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Choice } from '../../ui/choices.tsx';
import { Input } from '../../ui/form.tsx';
import { FormView } from '../../ui/form-view.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { ManyIds } from './many-ids.tsx';

type Kind = 'product' | 'variant';
type IdAnswer = { as: Kind; finding: Schemas['AdminIdFinding'] };

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
        <IdCheck />
        {mayWrite && <ManyIds />}
      </div>
    </Page>
  );
}

/** Says what an id of a page means. A link may bring the id. */
function IdCheck() {
  const asked = useFilters().read('id');
  const [question, setQuestion] = useState({ id: asked, as: 'product' as Kind });
  const [found, setFound] = useState<IdAnswer>();
  const result = useRef<HTMLDivElement>(null);
  const form = useForm({
    free: true,
    of: question,
    values: (typed) => typed,
    check: ({ id }) => ({ id: id.trim() === '' && t('ids.check.wrong') }),
    at: (fault) => (fault.param === 'id' ? wrongField('id', t('ids.check.wrong')) : fault),
    save: async ({ id, as }) => {
      setFound(undefined);
      setQuestion({ id, as });
      const params = { query: { id: id.trim(), as } };
      setFound({ as, finding: bodyOf(await api.GET('/admin/api/v1/catalog/ids', { params })).data });
    },
  });
  useEffect(() => {
    if (asked !== '') void form.submit();
  }, []);
  useEffect(() => result.current?.focus(), [found]);
  return (
    <Card title={t('ids.check')} hint={t('ids.check.text')}>
      <FormView form={form} submit={t('ids.check.button')}>
        <Input {...form.field('id')} label={t('ids.check.id')} autoComplete="off" />
        <Choice
          {...form.field('as')}
          label={t('ids.check.as')}
          options={(['product', 'variant'] as const).map((value) => ({ value, text: t(`ids.check.as.${value}`) }))}
        />
      </FormView>
      <div ref={result} tabIndex={-1}>
        {found && <Finding answer={found} />}
      </div>
    </Card>
  );
}

function Finding({ answer: { as, finding } }: { answer: IdAnswer }) {
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
