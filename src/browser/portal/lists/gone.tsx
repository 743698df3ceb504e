import type { Fault } from '../requests/fault.ts';
import type { Filters } from '../requests/where.ts';
import { t, textOf } from '../texts.ts';
import { Empty } from '../ui/loaded.tsx';

/** Which filters a refusal is about: an address is kept for longer than what it names. */
const NAMED_BY: Record<string, Record<string, string>> = {
  waitlist_not_found: { waitlist: '' },
  product_not_found: { product: '', variant: '' },
  unknown_variant: { variant: '' },
  batch_not_found: { batch: '' },
};

/** Says whether a list is refused because a filter names what is no longer there. */
export const isOfGone = (fault: Fault | undefined): fault is Fault => fault !== undefined && fault.code in NAMED_BY;

/** Stands in place of a list whose filter names what is no longer there. */
export function Gone({ fault: { code }, filters }: { fault: Fault; filters: Filters }) {
  return (
    <Empty
      title={textOf(`list.gone.${code}`) ?? ''}
      actions={
        <button type="button" class="link-button" onClick={() => filters.write(NAMED_BY[code] ?? {})}>
          {t('list.without')}
        </button>
      }
    >
      <p>{t('list.gone.text')}</p>
    </Empty>
  );
}
