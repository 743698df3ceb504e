import { mailtoLink } from '../../../../protocol/wire/mailto.ts';
import type { PreorderDetail } from '../../requests/kinds.ts';
import { storePath, useCurrentStore, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Card } from '../../ui/page.tsx';
import { addressLines } from './address-lines.ts';
import { shopperOf } from './state.tsx';

/** Who the pre-order is for and where it goes, for staff who may see that. */
export function Shopper({ preorder }: { preorder: PreorderDetail }) {
  const can = useScopes();
  const { slug } = useCurrentStore();
  const { contact } = preorder;
  if (!contact) {
    return (
      <Card title={t('shopper.title')}>
        <p class="muted">{t(can('preorders:personal') ? 'shopper.erased' : 'shopper.hidden')}</p>
      </Card>
    );
  }
  return (
    <Card title={t('shopper.title')}>
      <div class="shopper">
        <p>
          <strong>{shopperOf(preorder)}</strong>
          <br />
          <a href={mailtoLink(contact.email)}>{contact.email}</a>
        </p>
        <address>
          {addressLines(contact.address).map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
        <p>
          <a href={storePath(slug, `/customers/${preorder.customer}`)}>{t('shopper.customer')}</a>
        </p>
        <p class="muted">{t(preorder.marketing_consent ? 'shopper.marketing' : 'shopper.no_marketing')}</p>
      </div>
    </Card>
  );
}
