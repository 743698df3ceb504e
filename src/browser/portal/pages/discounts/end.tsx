import type { Discount } from '../../requests/kinds.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { t } from '../../texts.ts';
import { AskWindow } from '../../ui/form-window.tsx';
import { money } from '../../ui/format.ts';
import { changedDiscounts } from './reads.ts';

/** Ends a code, after saying who keeps it. */
export function EndWindow({ discount, onClose }: { discount: Discount; onClose: () => void }) {
  const { code, placed, held, given, currency } = discount;
  const end = async () => {
    bodyOf(await api.POST('/admin/api/v1/discounts/{code}/end', { params: { path: { code } } }));
    changedDiscounts();
  };
  return (
    <AskWindow
      title={t('discounts.end.title', { code })}
      submit={t('discounts.end.button')}
      kind="danger"
      act={end}
      said={t('discounts.ended', { code })}
      onClose={onClose}
    >
      <p>{t('discounts.end.text')}</p>
      <ul class="points">
        <li>
          {placed === 0
            ? t('discounts.end.unused')
            : t('discounts.end.placed', { count: placed, amount: money(given, currency) })}
        </li>
        {held > 0 && <li>{t('discounts.end.held', { count: held })}</li>}
      </ul>
    </AskWindow>
  );
}
