import { useForm } from '../requests/use-form.ts';
import { t } from '../texts.ts';
import { Input } from '../ui/form.tsx';
import { FormWindow } from '../ui/form-window.tsx';
import type { ListFilter, WindowProps } from './filter.ts';

type WordsFilter = Pick<ListFilter, 'label' | 'scope'> & { name: string };

const LENGTH_MAX = 200;

/** Returns a filter whose value is typed. */
export function wordsFilter({ name, ...more }: WordsFilter): ListFilter {
  return {
    ...more,
    names: [name],
    isKnown: (value) => value.length <= LENGTH_MAX,
    Value: ({ read }) => <>{read(name)}</>,
    Window: (props) => <WordsWindow name={name} label={more.label} {...props} />,
  };
}

function WordsWindow({ name, label, filters, onClose }: WindowProps & WordsFilter) {
  const form = useForm({
    free: true,
    values: () => ({ value: filters.read(name) }),
    save: async ({ value }) => filters.write({ [name]: value.trim() }),
    done: onClose,
  });
  return (
    <FormWindow title={t(`list.by.${label}`)} form={form} submit={t('list.show')} onClose={onClose}>
      <Input
        {...form.field('value')}
        label={t(`list.by.${label}`)}
        maxLength={LENGTH_MAX}
        autoComplete="off"
        required
      />
    </FormWindow>
  );
}
