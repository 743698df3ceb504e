import { useForm } from '../requests/use-form.ts';
import { t } from '../texts.ts';
import { Choice } from '../ui/choices.tsx';
import { FormWindow } from '../ui/form-window.tsx';
import type { ListFilter, WindowProps } from './filter.ts';

export type Option = { value: string; text: string };

type ChoiceWindowProps = WindowProps & {
  name: string;
  label: ListFilter['label'];
  options: readonly Option[];
};

/** Asks for one of some values. */
export function ChoiceWindow({ name, label, options, filters, onClose }: ChoiceWindowProps) {
  const form = useForm({
    free: true,
    values: () => ({ value: filters.read(name) || (options[0]?.value ?? '') }),
    save: async ({ value }) => filters.write({ [name]: value }),
    done: onClose,
  });
  return (
    <FormWindow title={t(`list.by.${label}`)} form={form} submit={t('list.show')} onClose={onClose}>
      <Choice {...form.field('value')} label={t(`list.by.${label}`)} options={options} />
    </FormWindow>
  );
}

type ChoiceFilter = Pick<ListFilter, 'label' | 'scope'> & { name: string; optionsOf: () => readonly Option[] };

/** Returns a filter whose values are known beforehand. Of `tabs`, the values are chosen beside the chips. */
export function choiceFilter(of: ChoiceFilter, tabs = false): ListFilter {
  const { name, optionsOf, ...more } = of;
  return {
    ...more,
    names: [name],
    isKnown: (value) => optionsOf().some((option) => option.value === value),
    Value: ({ read }) => <>{optionsOf().find(({ value }) => value === read(name))?.text}</>,
    ...(!tabs && {
      Window: (props: WindowProps) => <ChoiceWindow name={name} label={of.label} options={optionsOf()} {...props} />,
    }),
  };
}
