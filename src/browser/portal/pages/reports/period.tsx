import { useState } from 'preact/hooks';
import { useForm } from '../../requests/use-form.ts';
import type { Filters } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Input } from '../../ui/form.tsx';
import { FormWindow } from '../../ui/form-window.tsx';
import { days } from '../../ui/format.ts';
import { Tabs } from '../../ui/tabs.tsx';

const LENGTHS = ['7', '30', '90', '365'] as const;
const OWN = 'own';
const DAY_MS = 86_400_000;

/** Days of the store, the first and the last one. */
export type Span = { from: string; to?: string };

/** Returns the days that the address names: own ones, or a number of the last ones. */
export function spanOf(filters: Filters): Span {
  const own = ownDays(filters);
  if (own) return own;
  // The service counts days in the store's time zone. Around midnight this asks for one day more than is said.
  return { from: laterDay(new Date().toISOString(), 1 - Number(lengthOf(filters))) };
}

/** Returns as many days right before those of a report. */
export const daysBefore = (from: string, count: number): Required<Span> => ({
  from: laterDay(from, -count),
  to: laterDay(from, -1),
});

const laterDay = (day: string, by: number): string =>
  new Date(Date.parse(day) + by * DAY_MS).toISOString().slice(0, 10);

const lengthOf = (filters: Filters) => LENGTHS.find((length) => length === filters.read('days')) ?? '30';

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

function ownDays(filters: Filters): Required<Span> | undefined {
  const [from, to] = [filters.read('from'), filters.read('to')];
  return isDay(from) && isDay(to) ? { from, to } : undefined;
}

/** The days that the reports are about. */
export function Period({ filters }: { filters: Filters }) {
  const [asks, setAsks] = useState(false);
  const own = ownDays(filters);
  return (
    <>
      <Tabs
        label={t('reports.period')}
        value={own ? OWN : lengthOf(filters)}
        options={[
          ...LENGTHS.map((length) => ({ value: length as string, text: t('reports.days', { count: Number(length) }) })),
          { value: OWN, text: own ? days({ from: own.from, until: own.to }) : t('reports.own') },
        ]}
        onChoose={(value) => (value === OWN ? setAsks(true) : filters.write({ days: value, from: '', to: '' }))}
      />
      {asks && <OwnDays filters={filters} onClose={() => setAsks(false)} />}
    </>
  );
}

function OwnDays({ filters, onClose }: { filters: Filters; onClose: () => void }) {
  const form = useForm({
    free: true,
    values: () => ({ from: filters.read('from'), to: filters.read('to') }),
    check: ({ from, to }) => ({
      from: from === '' && t('fault.invalid_parameter.empty'),
      to: to === '' ? t('fault.invalid_parameter.empty') : from > to && t('reports.own.order'),
    }),
    save: async (own) => filters.write({ ...own, days: '' }),
    done: onClose,
  });
  return (
    <FormWindow title={t('reports.own')} form={form} submit={t('reports.own.show')} onClose={onClose}>
      <div class="pair">
        <Input {...form.field('from')} type="date" label={t('reports.own.from')} required />
        <Input {...form.field('to')} type="date" label={t('reports.own.to')} required />
      </div>
    </FormWindow>
  );
}
