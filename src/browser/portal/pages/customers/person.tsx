import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { storePath, useCurrentStore } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { download } from '../../ui/download.ts';
import { Facts } from '../../ui/facts.tsx';
import { count } from '../../ui/format.ts';
import { Empty, FaultNotice } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { EraseWindow } from './erase.tsx';
import type { KnownPerson } from './known.ts';

type PersonProps = { known: KnownPerson; title?: string; onErased: () => void };

/** What is stored about a person, and what can be done with it. */
export function Person({ known, title, onErased }: PersonProps) {
  const { email, plan } = known;
  const [erasing, setErasing] = useState(false);
  const { preorders, checkouts, withdrawals, jobs, mail_files: mails, order_files: orders } = plan;
  if (preorders.length + checkouts.length + withdrawals.length === 0) {
    return (
      <Card>
        <Empty title={t('people.nothing', { email })} actions={<SaveButton email={email} />}>
          <p>{t('people.nothing.text')}</p>
        </Empty>
      </Card>
    );
  }
  return (
    <Card title={title ?? email}>
      <Facts
        facts={[
          [t('people.preorders'), <Preorders key="preorders" plan={plan} />],
          [
            t('people.checkouts'),
            <>
              {count(checkouts.length)}
              <span class="sub">{t('people.checkouts.hint')}</span>
            </>,
          ],
          ...(withdrawals.length > 0
            ? [[t('nav.withdrawals'), <Withdrawals key="withdrawals" plan={plan} />] as const]
            : []),
          [t('people.jobs'), count(jobs.length)],
          [t('people.mail_files'), count(mails.length)],
          [t('people.order_files'), count(orders.length)],
        ]}
      />
      <div class="buttons">
        <SaveButton email={email} />
        <Button kind="danger" onPress={() => setErasing(true)}>
          {t('people.erase')}
        </Button>
      </div>
      {erasing && <EraseWindow known={known} onErased={onErased} onClose={() => setErasing(false)} />}
    </Card>
  );
}

function Preorders({ plan: { preorders, open_preorders: open } }: Pick<KnownPerson, 'plan'>) {
  const { slug } = useCurrentStore();
  if (preorders.length === 0) return <>{t('people.preorders.none')}</>;
  return (
    <ul class="references">
      {preorders.map((reference) => (
        <li key={reference}>
          <a class="reference" href={storePath(slug, `/preorders/${reference}`)}>
            {reference}
          </a>{' '}
          {open.includes(reference) && <Badge tone="warn">{t('people.owed')}</Badge>}
        </li>
      ))}
    </ul>
  );
}

function Withdrawals({ plan: { withdrawals } }: Pick<KnownPerson, 'plan'>) {
  const { slug } = useCurrentStore();
  return (
    <ul class="references">
      {withdrawals.map(({ id, state }, index) => (
        <li key={id}>
          <a href={storePath(slug, `/withdrawals/${id}`)}>{t('people.withdrawal', { number: index + 1 })}</a>{' '}
          {state === 'declared' && <Badge tone="warn">{t('people.withdrawal.waits')}</Badge>}
        </li>
      ))}
    </ul>
  );
}

/** Also for somebody of whom nothing is found: whether mails to the address are stopped stands in the file. */
function SaveButton({ email }: { email: string }) {
  const sending = useSending();
  const save = () =>
    sending.send(async () => {
      const file = bodyOf(await api.POST('/admin/api/v1/people/export', { body: { email }, parseAs: 'blob' }));
      download(file as Blob, 'person.json');
    });
  return (
    <>
      <Button kind="secondary" busy={sending.busy} onPress={() => void save()}>
        {t('people.export')}
      </Button>
      {sending.fault && <FaultNotice fault={sending.fault} />}
    </>
  );
}
