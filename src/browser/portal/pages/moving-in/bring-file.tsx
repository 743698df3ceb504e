import { useState } from 'preact/hooks';
import { upload } from '../../requests/upload.ts';
import { useForm } from '../../requests/use-form.ts';
import { t } from '../../texts.ts';
import { Check, Choice } from '../../ui/choices.tsx';
import { FieldError, useField } from '../../ui/form.tsx';
import { FormView } from '../../ui/form-view.tsx';
import { Card } from '../../ui/page.tsx';
import { Radios } from '../../ui/radios.tsx';
import { serviceAddress } from '../home/service-address.ts';
import type { Moving } from './reads.ts';

const PAID = ['', 'all', 'none'] as const;

type Typed = {
  kind: Moving['kind'];
  paid: (typeof PAID)[number];
  raise: boolean;
  mails: boolean;
  file: File | undefined;
};

/** Takes a file in and has every row of it looked at. Brings nothing in. */
export function BringFile({ onTaken }: { onTaken: (moving: Moving) => void }) {
  const [sent, setSent] = useState<number>();
  const form = useForm({
    // A file is chosen, and not typed.
    free: true,
    values: (): Typed => ({ kind: 'preorders', paid: '', raise: false, mails: false, file: undefined }),
    check: ({ file }) => ({ file: !file && t('moving.choose.first') }),
    save: async ({ file, ...typed }) => {
      if (!file) return undefined;
      setSent(0);
      try {
        return await bring(file, typed, setSent);
      } finally {
        setSent(undefined);
      }
    },
    done: (moving) => moving && onTaken(moving),
  });
  return (
    <Card title={t('moving.bring')} hint={t('moving.bring.text')}>
      <FormView form={form} submit={t('moving.look')}>
        <Radios
          {...form.field('kind')}
          label={t('moving.kind')}
          options={(['preorders', 'waitlists'] as const).map((value) => ({ value, text: t(`moving.kind.${value}`) }))}
        />
        {form.values.kind === 'preorders' && (
          <>
            <Choice
              {...form.field('paid')}
              label={t('moving.paid')}
              options={PAID.map((value) => ({ value, text: t(`moving.paid.${value || 'said'}`) }))}
            />
            <Check {...form.field('raise')} label={t('moving.raise')} />
            <Check {...form.field('mails')} label={t('moving.mails')} />
          </>
        )}
        <FileInput {...form.field('file')} />
        {sent !== undefined && <progress class="progress" max={1} value={sent} aria-label={t('import.progress')} />}
      </FormView>
    </Card>
  );
}

function bring(file: File, typed: Omit<Typed, 'file'>, onSent: (sent: number) => void): Promise<Moving> {
  const { kind, paid, raise, mails } = typed;
  const asked = { kind, dry_run: 'true', raise: `${raise}`, mails: `${mails}`, file_name: file.name.slice(-200) };
  const query = new URLSearchParams({ ...asked, ...(paid !== '' && { paid }) });
  const type = /\.json$/i.test(file.name) ? 'application/json' : 'text/csv';
  return upload<Moving>({ path: `/admin/api/v1/imports?${query}`, file, type, onSent });
}

type FileInputProps = { id: string; onValue: (file: File | undefined) => void };

function FileInput({ id, onValue }: FileInputProps) {
  const error = useField({ id, label: t('moving.choose') });
  return (
    <div class="field">
      <label class="field__label" for={id}>
        {t('moving.choose')}
      </label>
      <input
        id={id}
        type="file"
        accept=".csv,.json,text/csv,application/json"
        aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
        aria-invalid={error ? 'true' : undefined}
        onChange={(event) => onValue(event.currentTarget.files?.[0])}
      />
      <FieldError id={id} error={error} />
      <p class="field__hint" id={`${id}-hint`}>
        <a href={`${serviceAddress()}/docs/guides/moving-in`} target="_blank" rel="noopener noreferrer">
          {t('import.guide')}
        </a>
      </p>
    </div>
  );
}
