import type { Fault } from '../../requests/fault.ts';
import type { Product } from '../../requests/kinds.ts';
import { storePath, useCurrentStore } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { FaultText } from '../../ui/fault-text.tsx';
import { Card } from '../../ui/page.tsx';
import { productName } from '../../ui/product-picker.tsx';

/** What became of one product: the waitlist that was made, or why none was. */
export type MadeWaitlist = { product: Product; waitlistId: string | undefined; faults: readonly Fault[] };

/** Says what became of each product when several waitlists were made at once. */
export function MadeList({ made }: { made: readonly MadeWaitlist[] }) {
  const { slug } = useCurrentStore();
  const count = made.filter(({ waitlistId }) => waitlistId !== undefined).length;
  return (
    <Card title={t('create.made', { count })} hint={t('create.made.text')}>
      <ul class="rows">
        {made.map(({ product, waitlistId, faults }) => (
          <li key={product.id} class="rows__row">
            {waitlistId === undefined ? (
              <span>{productName(product)}</span>
            ) : (
              <a href={storePath(slug, `/waitlists/${waitlistId}`)}>{productName(product)}</a>
            )}
            <span class="rows__end">
              {faults.map((fault) => (
                <span key={JSON.stringify(fault)} class="muted">
                  <FaultText fault={fault} />
                </span>
              ))}
              <Badge tone={faults.length === 0 ? 'good' : 'bad'}>
                {t(faults.length === 0 ? 'waitlist.state.DRAFT' : 'create.refused')}
              </Badge>
            </span>
          </li>
        ))}
      </ul>
      <a href={storePath(slug, '/waitlists')}>{t('nav.waitlists')}</a>
    </Card>
  );
}
