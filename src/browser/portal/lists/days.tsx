import { useForm } from '../requests/use-form.ts';
import { t } from '../texts.ts';
import { Input } from '../ui/form.tsx';
import { FormWindow } from '../ui/form-window.tsx';
import { day, days } from '../ui/format.ts';
import { Radios } from '../ui/radios.tsx';
import { given, type ListFilter, type Read, type WindowProps } from './filter.ts';

/** Days of a list: so many up to today, so many from today on, or two days of one's own. */
export type DaysOf = Pick<ListFilter, 'label'> & {
  /** The names in the address of the number, the first day and the last one. */
  names: readonly [span: string, from: string, until: string];
  spans: readonly string[];
  ahead?: boolean;
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const isDay = (text: string): boolean => DAY.test(text) && !Number.isNaN(Date.parse(text));
const DAY_MS = 86_400_000;

export function daysFilter(of: DaysOf): ListFilter {
  const [span, from, until] = of.names;
  return {
    label: of.label,
    names: of.names,
    isKnown: (value, name) => (name === span ? of.spans.includes(value) : isDay(value)),
    Value: ({ read }) => <>{read(span) === '' ? windowOf(read(from), read(until)) : spanText(of, read(span))}</>,
    Window: (props) => <DaysWindow of={of} {...props} />,
  };
}

const spanText = ({ ahead }: DaysOf, span: string): string =>
  t(ahead ? 'list.days.ahead' : 'list.days', { count: Number(span) });

function windowOf(from: string, until: string): string {
  if (from !== '' && until !== '') return days({ from, until });
  return from === '' ? t('list.until', { day: day(until) }) : t('list.from', { day: day(from) });
}

/** Returns the first and the last day. A number of days is counted on the store's clock, so it means the same tomorrow as today. */
export function daysFrom(of: DaysOf, read: Read, timeZone: string | undefined): { from?: string; until?: string } {
  const [span, from, until] = of.names;
  if (read(span) === '') return given({ from: read(from), until: read(until) });
  const dayIn = (ahead: number) =>
    new Intl.DateTimeFormat('sv', { dateStyle: 'short', ...(timeZone && { timeZone }) }).format(
      new Date(Date.now() + ahead * DAY_MS),
    );
  const more = Number(read(span)) - 1;
  return of.ahead ? { from: dayIn(0), until: dayIn(more) } : { from: dayIn(-more) };
}

function DaysWindow({ of, filters, onClose }: WindowProps & { of: DaysOf }) {
  const [name, ...own] = of.names;
  const [from, until] = [filters.read(own[0]), filters.read(own[1])];
  const span = from === '' && until === '' ? filters.read(name) || '7' : 'own';
  const form = useForm({
    free: true,
    values: () => ({ span, from, until }),
    check: (values) => ({
      from: values.span === 'own' && values.from === '' && values.until === '' && t('fault.invalid_parameter.empty'),
      until: values.from > values.until && values.until !== '' && values.span === 'own' && t('list.days.order'),
    }),
    save: async (values) => {
      const isOwn = values.span === 'own';
      filters.write({
        [name]: isOwn ? '' : values.span,
        [own[0]]: isOwn ? values.from : '',
        [own[1]]: isOwn ? values.until : '',
      });
    },
    done: onClose,
  });
  return (
    <FormWindow title={t(`list.by.${of.label}`)} form={form} submit={t('list.show')} onClose={onClose}>
      <Radios
        {...form.field('span')}
        label={t(`list.by.${of.label}`)}
        hideLabel
        options={[
          ...of.spans.map((value) => ({ value, text: spanText(of, value) })),
          { value: 'own', text: t('list.days.own') },
        ]}
      />
      {form.values.span === 'own' && (
        <div class="pair">
          <Input {...form.field('from')} type="date" label={t('list.days.from')} />
          <Input {...form.field('until')} type="date" label={t('list.days.until')} />
        </div>
      )}
    </FormWindow>
  );
}
