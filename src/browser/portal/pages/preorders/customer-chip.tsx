import { ChipEnd } from '../../lists/chips.tsx';
import { type Filters, storePath, useCurrentStore } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { useCustomer } from '../customers/reads.ts';

/** The customer whose pre-orders are shown, and a way out. It is no filter of a saved view: it is about a person. */
export function CustomerChip({ filters }: { filters: Filters }) {
  const id = filters.read('customer');
  return id === '' ? null : <Chip id={id} onEnd={() => filters.write({ customer: '' })} />;
}

function Chip({ id, onEnd }: { id: string; onEnd: () => void }) {
  const { slug } = useCurrentStore();
  const { data, fault } = useCustomer(id);
  return (
    <span class="chip-pair">
      <a class="chip" href={storePath(slug, `/customers/${id}`)}>
        {t('list.chip', { name: t('list.by.customer'), value: data?.email ?? (fault ? t('list.gone') : '…') })}
      </a>
      <ChipEnd name={t('list.by.customer')} onEnd={onEnd} />
    </span>
  );
}
