import { useState } from 'preact/hooks';
import type { SubscriptionList } from '../../../../protocol/schema/portal-api.ts';
import { say } from '../../requests/say.ts';
import { useSending } from '../../requests/send.ts';
import { call } from '../../requests/session.ts';
import { setData, useData } from '../../requests/use-data.ts';
import { t } from '../../texts.ts';
import { FaultNotice, Shown } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';

type Subscriptions = SubscriptionList['data'];

const KEY = 'account/subscriptions';
const KINDS = ['daily', 'nearly_sold'] as const;

/** Which mails about their stores the person wants. */
export function MailsCard() {
  const loaded = useData(KEY, () => call<Subscriptions>('GET', 'subscriptions'));
  return (
    <Card title={t('account.mails')} hint={t('account.mails.text')}>
      <Shown of={loaded}>
        {(stores) =>
          stores.length === 0 ? (
            <p class="muted">{t('account.mails.none')}</p>
          ) : (
            stores.map((store) => <StoreMails key={store.slug} store={store} />)
          )
        }
      </Shown>
    </Card>
  );
}

type Kind = (typeof KINDS)[number];

function StoreMails({ store }: { store: Subscriptions[number] }) {
  const sending = useSending();
  // What was just ticked, until the service has said the same: a box must not jump back meanwhile.
  const [chosen, setChosen] = useState<Partial<Record<Kind, boolean>>>({});
  const choose = async (kind: Kind, wanted: boolean) => {
    setChosen({ [kind]: wanted });
    const saved = await sending.send(async () => {
      setData(KEY, await call<Subscriptions>('PATCH', `subscriptions/${store.slug}`, { [kind]: wanted }));
    });
    setChosen({});
    if (saved) say(t('saved'));
  };
  return (
    <fieldset class="choices">
      <legend class="field__label">{store.name}</legend>
      {sending.fault && <FaultNotice fault={sending.fault} />}
      {KINDS.map((kind) => (
        <label key={kind} class="choices__one">
          <input
            type="checkbox"
            checked={chosen[kind] ?? store[kind]}
            onChange={(event) => void choose(kind, event.currentTarget.checked)}
          />
          {t(`mails.${kind}`)}
        </label>
      ))}
    </fieldset>
  );
}
