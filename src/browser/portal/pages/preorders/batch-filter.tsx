import { ChoiceWindow } from '../../lists/choice.tsx';
import type { ListFilter, WindowProps } from '../../lists/filter.ts';
import { t } from '../../texts.ts';
import { days } from '../../ui/format.ts';
import { Modal } from '../../ui/modal.tsx';
import { useBatch, useDeliveries } from '../deliveries/reads.ts';

/** A delivery of the store. */
export const BATCH: ListFilter = {
  label: 'batch',
  names: ['batch'],
  scope: 'waitlists:read',
  Value: ({ read }) => <BatchDays id={read('batch')} />,
  Window: BatchWindow,
};

function BatchDays({ id }: { id: string }) {
  const { data, fault } = useBatch(id);
  if (!data) return <>{fault ? t('list.gone') : '…'}</>;
  return <>{days(data.ship_window)}</>;
}

/** The first page of the deliveries: those that somebody waits for come first. */
function BatchWindow(props: WindowProps) {
  const { first, entries } = useDeliveries();
  if (!first.data) return null;
  if (entries.length === 0) {
    return (
      <Modal title={t('list.by.batch')} onClose={props.onClose}>
        <p class="muted">{t('list.no_batches')}</p>
      </Modal>
    );
  }
  const options = entries.map(({ id, product, ship_window: window }) => ({
    value: id,
    text: `${product.title}, ${days(window)}`,
  }));
  return <ChoiceWindow name="batch" label="batch" options={options} {...props} />;
}
