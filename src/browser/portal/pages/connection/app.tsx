import { api, bodyOf } from '../../requests/store-api.ts';
import { useForm } from '../../requests/use-form.ts';
import { t } from '../../texts.ts';
import { Input } from '../../ui/form.tsx';
import { FormView } from '../../ui/form-view.tsx';
import { type Connection, keepConnection } from './reads.ts';

const SHOP = /^(?:https:\/\/)?([a-z0-9][a-z0-9-]*\.myshopify\.com)\/?$/i;

/** Connects the account in which the merchant has opened our app: it showed them a code there. */
export function ConnectByApp({ app, known }: { app: NonNullable<Connection['app']>; known: string }) {
  const form = useForm({
    of: known,
    values: (address) => ({ 'app-address': address, 'app-code': '' }),
    save: async ({ 'app-address': address, 'app-code': code }) => {
      const body = { address: address.trim(), code: code.trim() };
      keepConnection(bodyOf(await api.POST('/admin/api/v1/connection/app', { body })).data);
    },
    said: t('connection.done'),
  });
  const [, shop] = SHOP.exec(form.values['app-address'].trim()) ?? [];
  return (
    <FormView form={form} submit={t('connection.connect.button')}>
      <p>{t('connection.app.text')}</p>
      <Input
        {...form.field('app-address')}
        param="address"
        label={t('connection.field.address')}
        hint={t('connection.hint.shopify.address')}
        autoComplete="off"
        required
      />
      {shop && (
        <p>
          <a
            href={`https://${shop.toLowerCase()}/admin/oauth/install?client_id=${encodeURIComponent(app.client_id)}`}
            target="_blank"
            rel="noopener noreferrer"
          >
            {t('connection.app.install', { address: shop.toLowerCase() })}
          </a>
        </p>
      )}
      <Input
        {...form.field('app-code')}
        param="code"
        label={t('connection.app.code')}
        hint={t('connection.app.code.hint')}
        autoComplete="off"
        required
      />
    </FormView>
  );
}
