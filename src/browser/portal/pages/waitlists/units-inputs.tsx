import type { FormModel } from '../../requests/use-form.ts';
import { t } from '../../texts.ts';
import { Input } from '../../ui/form.tsx';

type Variant = { id: string; title?: string; sku: string; held?: number; sold?: number };

/** Units as they are typed, by the fields of the variants. */
export type Units = Record<string, string>;

const PREFIX = 'units-';

export const unitsOf = ({ variants }: { variants: readonly { id: string; allocated: number }[] }): Units =>
  Object.fromEntries(variants.map(({ id, allocated }) => [PREFIX + id, `${allocated}`]));

/** Returns the variants whose units were changed, as the private API takes them. */
export const changedUnits = (units: Units, before: Units = {}) =>
  Object.entries(units)
    .filter(([id, value]) => value !== '' && value !== before[id])
    .map(([id, value]) => ({ variant: id.slice(PREFIX.length), allocated: Number(value) }));

type UnitsInputsProps = { variants: readonly Variant[]; form: FormModel<Units> };

/** How many units of each variant there are. What is taken stays taken. */
export function UnitsInputs({ variants, form }: UnitsInputsProps) {
  return (
    <>
      {variants.map(({ id, title, sku, held = 0, sold = 0 }) => (
        <Input
          key={id}
          {...form.field(PREFIX + id)}
          value={form.values[PREFIX + id] ?? ''}
          type="number"
          label={title || sku || t('variant.only')}
          hint={held + sold > 0 ? t('units.taken', { count: sold + held }) : undefined}
          min={sold + held}
        />
      ))}
    </>
  );
}
