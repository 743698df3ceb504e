import { api, bodyOf } from '../../requests/store-api.ts';
import { useForm } from '../../requests/use-form.ts';
import { t } from '../../texts.ts';
import { Input } from '../../ui/form.tsx';
import { FormWindow } from '../../ui/form-window.tsx';
import { type Batch, batchesChanged, readBatch } from './reads.ts';
import { variantName } from './units.tsx';

type Typed = Record<`came-${string}`, string> & Record<`arrived-${string}`, number>;

const typedOf = ({ variants }: Batch): Typed =>
  Object.fromEntries(
    variants.flatMap(({ id, arrived }) => [
      [`came-${id}`, ''],
      [`arrived-${id}`, arrived],
    ]),
  );

/** Counts what came. What was typed is added to the count that is shown: if a colleague counts meanwhile, it is refused. */
export function ArriveWindow({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  const form = useForm({
    of: batch,
    values: typedOf,
    read: () => readBatch(batch.id),
    check: (typed) => {
      const [first] = batch.variants;
      const isEmpty = batch.variants.every(({ id }) => !Number(typed[`came-${id}`]));
      return first && isEmpty ? { [`came-${first.id}`]: t('arrive.none') } : {};
    },
    save: async (typed, { of: { variants }, header }) => {
      const counted = variants
        .map(({ id, arrived }) => ({ variant: id, arrived: arrived + Number(typed[`came-${id}`]), before: arrived }))
        .filter(({ arrived, before }) => arrived !== before)
        .map(({ variant, arrived }) => ({ variant, arrived }));
      const params = { path: { batch_id: batch.id }, header };
      bodyOf(await api.POST('/admin/api/v1/batches/{batch_id}/arrivals', { params, body: { variants: counted } }));
      batchesChanged();
    },
    said: t('arrive.done'),
    done: onClose,
  });
  return (
    <FormWindow
      title={t('arrive.title')}
      text={t('arrive.text')}
      form={form}
      submit={t('arrive.button')}
      onClose={onClose}
    >
      {batch.variants.map((variant) => {
        const { id, waiting } = variant;
        const arrived = form.values[`arrived-${id}`] ?? 0;
        // Not a field, but what was typed is added to it: who counted meanwhile must be seen.
        form.fields.set(`arrived-${id}`, { id: `arrived-${id}`, label: variantName(variant) });
        return (
          <Input
            key={id}
            {...form.field(`came-${id}`)}
            type="number"
            label={variantName(variant)}
            hint={t('arrive.hint', { arrived, waiting })}
            placeholder="0"
          />
        );
      })}
    </FormWindow>
  );
}
