import type { GuaranteeLabel, Product } from '../../requests/kinds.ts';
import { keyOf } from '../../requests/reads.ts';
import { say } from '../../requests/say.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { setData, useData } from '../../requests/use-data.ts';
import { useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { ChooseFile } from '../../ui/choose-file.tsx';
import { IMAGE_FILES, imageBody } from '../../ui/image-body.ts';
import { FaultNotice, Shown } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';

/** The official label of the producer's guarantee of durability, which is saved as soon as it is chosen. */
export function Label({ product: { id } }: { product: Pick<Product, 'id'> }) {
  const params = { path: { product_id: id } };
  const key = keyOf(`guarantee-label/${id}`);
  const mayChange = useScopes()('store:write');
  const sending = useSending();
  const loaded = useData(
    key,
    async () => bodyOf(await api.GET('/admin/api/v1/products/{product_id}/guarantee-label', { params })).data,
  );
  const change = async (work: () => Promise<GuaranteeLabel>) => {
    if (await sending.send(async () => setData(key, await work()))) say(t('saved'));
  };
  const upload = async (file: File) => {
    const request = { params, ...imageBody(file) };
    return bodyOf(await api.PUT('/admin/api/v1/products/{product_id}/guarantee-label', request)).data;
  };
  const remove = async () =>
    bodyOf(await api.DELETE('/admin/api/v1/products/{product_id}/guarantee-label', { params })).data;
  return (
    <Card title={t('label.title')} hint={t('label.text')}>
      <Shown of={loaded}>
        {({ label }) => (
          <div class="file">
            {label ? (
              <a href={label.url} target="_blank" rel="noopener noreferrer">
                {t('look.logo.facts', { width: label.width, height: label.height })}
              </a>
            ) : (
              <p class="muted">{t('label.none')}</p>
            )}
            {mayChange && (
              <div class="file__acts">
                <ChooseFile
                  accept={IMAGE_FILES}
                  name="label"
                  text={t('label.choose')}
                  busy={sending.busy}
                  onFile={(file) => void change(() => upload(file))}
                />
                {label && (
                  <button type="button" class="link-button" onClick={() => void change(remove)}>
                    {t('remove')}
                    <span class="visually-hidden"> {t('label.title')}</span>
                  </button>
                )}
              </div>
            )}
          </div>
        )}
      </Shown>
      {sending.fault && <FaultNotice fault={sending.fault} />}
    </Card>
  );
}
