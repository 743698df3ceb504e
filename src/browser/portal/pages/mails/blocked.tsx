import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { useStoreSettings } from '../../requests/reads.ts';
import { storePath, useCurrentStore, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { moment } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/list.tsx';
import { Empty, Shown } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { AllowWindow, BlockWindow } from './blocked-windows.tsx';
import { MailsFrame } from './parts.tsx';
import { type Suppression, useSuppressions } from './reads.ts';

type Open = { window: 'block' } | { window: 'allow'; entry: Suppression };

/** The addresses that get no more mails, and why. */
export function BlockedAddresses() {
  const [open, setOpen] = useState<Open>();
  const mayWrite = useScopes()('mails:write');
  const loaded = useSuppressions();
  const { data: store } = useStoreSettings();
  const onClose = () => setOpen(undefined);
  const allow = (entry: Suppression) => setOpen({ window: 'allow', entry });
  return (
    <MailsFrame
      part="blocked"
      actions={mayWrite && <Button onPress={() => setOpen({ window: 'block' })}>{t('blocked.add')}</Button>}
    >
      <Card flush>
        <Shown of={loaded}>
          {(entries) =>
            entries.length === 0 ? (
              <Empty title={t('blocked.none')}>
                <p>{t('blocked.none.text')}</p>
              </Empty>
            ) : (
              <Table
                caption={t('mails.blocked')}
                rows={entries}
                keyOf={({ customer_key: key }) => key}
                columns={columnsOf(store?.time_zone, mayWrite ? allow : undefined)}
              />
            )
          }
        </Shown>
      </Card>
      {open?.window === 'block' && <BlockWindow onClose={onClose} />}
      {open?.window === 'allow' && <AllowWindow reference={open.entry.preorders[0]} onClose={onClose} />}
    </MailsFrame>
  );
}

function columnsOf(
  timeZone: string | undefined,
  allow: ((entry: Suppression) => void) | undefined,
): Column<Suppression>[] {
  const columns: Column<Suppression>[] = [
    { title: t('blocked.whose'), heads: true, cell: ({ preorders }) => <Whose references={preorders} /> },
    {
      title: t('blocked.why'),
      cell: ({ reason, codes }) => (
        <>
          <Badge tone={reason === 'complained' ? 'bad' : 'warn'}>{t(`blocked.reason.${reason}`)}</Badge>
          {codes !== '' && <span class="sub">{codes}</span>}
        </>
      ),
    },
    { title: t('blocked.since'), cell: ({ since }) => moment(since, timeZone) },
  ];
  if (!allow) return columns;
  const act: Column<Suppression> = {
    title: t('column.actions'),
    number: true,
    cell: (entry) => (
      <Button kind="secondary" onPress={() => allow(entry)}>
        {t('blocked.allow')}
        <span class="visually-hidden"> {entry.preorders[0]}</span>
      </Button>
    ),
  };
  return [...columns, act];
}

/** The pre-orders of an address. The service keeps no blocked address in words. */
function Whose({ references }: { references: readonly string[] }) {
  const { slug } = useCurrentStore();
  if (references.length === 0) return <span class="muted">{t('blocked.nobody')}</span>;
  return (
    <ul>
      {references.map((reference) => (
        <li key={reference}>
          <a class="reference" href={storePath(slug, `/preorders/${reference}`)}>
            {reference}
          </a>
        </li>
      ))}
    </ul>
  );
}
