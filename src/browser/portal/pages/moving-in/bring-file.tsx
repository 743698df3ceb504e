import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { useSending } from '../../requests/send.ts';
import { upload } from '../../requests/upload.ts';
import { t } from '../../texts.ts';
import { Choice, Form } from '../../ui/form.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { Radios } from '../../ui/radios.tsx';
import { serviceAddress } from '../home/service-address.ts';
import type { Moving } from './reads.ts';

type Kind = Moving['kind'];

const PAID = ['', 'all', 'none'] as const;

/** Takes a file in and has every row of it looked at. Brings nothing in. */
export function BringFile({ onTaken }: { onTaken: (moving: Moving) => void }) {
  const [kind, setKind] = useState<Kind>('preorders');
  const [paid, setPaid] = useState('');
  const [raise, setRaise] = useState(false);
  const [mails, setMails] = useState(false);
  const [file, setFile] = useState<File>();
  const [lacksFile, setLacksFile] = useState(false);
  const [sent, setSent] = useState<number>();
  const sending = useSending();
  const send = (chosen: File) =>
    sending.send(async () => {
      setSent(0);
      try {
        const asked = {
          kind,
          dry_run: 'true',
          raise: `${raise}`,
          mails: `${mails}`,
          file_name: chosen.name.slice(-200),
        };
        const query = new URLSearchParams({ ...asked, ...(paid !== '' && { paid }) });
        const type = /\.json$/i.test(chosen.name) ? 'application/json' : 'text/csv';
        const path = `/admin/api/v1/imports?${query}`;
        onTaken(await upload<Moving>({ path, file: chosen, type, onSent: setSent }));
      } finally {
        setSent(undefined);
      }
    });
  const submit = () => {
    setLacksFile(!file);
    return file ? send(file) : document.getElementById('file')?.focus();
  };
  return (
    <Card title={t('moving.bring')} hint={t('moving.bring.text')}>
      <Form onSubmit={submit}>
        <Radios
          id="kind"
          label={t('moving.kind')}
          value={kind}
          options={(['preorders', 'waitlists'] as const).map((value) => ({ value, text: t(`moving.kind.${value}`) }))}
          onValue={(value) => setKind(value as Kind)}
        />
        {kind === 'preorders' && (
          <>
            <Choice
              id="paid"
              label={t('moving.paid')}
              value={paid}
              options={PAID.map((value) => ({ value, text: t(`moving.paid.${value || 'said'}`) }))}
              onValue={setPaid}
            />
            <Check checked={raise} onChecked={setRaise} label={t('moving.raise')} />
            <Check checked={mails} onChecked={setMails} label={t('moving.mails')} />
          </>
        )}
        <FileInput
          isMissing={lacksFile}
          onFile={(chosen) => {
            setFile(chosen);
            setLacksFile(false);
          }}
        />
        {sent !== undefined && <progress class="progress" max={1} value={sent} aria-label={t('import.progress')} />}
        {sending.fault && <FaultNotice title={t('import.failed')} fault={sending.fault} />}
        <p>
          <Button type="submit" busy={sending.busy}>
            {t('moving.look')}
          </Button>
        </p>
      </Form>
    </Card>
  );
}

type CheckProps = { label: string; checked: boolean; onChecked: (checked: boolean) => void };

function Check({ label, checked, onChecked }: CheckProps) {
  return (
    <label class="choices__one">
      <input type="checkbox" checked={checked} onChange={(event) => onChecked(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}

function FileInput({ isMissing, onFile }: { isMissing: boolean; onFile: (file: File | undefined) => void }) {
  return (
    <div class="field">
      <label class="field__label" for="file">
        {t('moving.choose')}
      </label>
      <input
        id="file"
        type="file"
        accept=".csv,.json,text/csv,application/json"
        aria-describedby={isMissing ? 'file-error file-hint' : 'file-hint'}
        aria-invalid={isMissing ? 'true' : undefined}
        onChange={(event) => onFile(event.currentTarget.files?.[0])}
      />
      {isMissing && (
        <p class="field__error" id="file-error">
          {t('moving.choose.first')}
        </p>
      )}
      <p class="field__hint" id="file-hint">
        <a href={`${serviceAddress()}/docs/guides/moving-in`} target="_blank" rel="noopener noreferrer">
          {t('import.guide')}
        </a>
      </p>
    </div>
  );
}
