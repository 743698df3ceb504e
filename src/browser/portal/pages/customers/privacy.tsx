import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Button } from '../../../ui/button.tsx';
import { say } from '../../requests/say.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { storePath, useCurrentStore } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import type { KnownPerson } from './known.ts';
import { Person } from './person.tsx';

/** What the law gives a customer: all that is stored as a file, and to be erased. It is read when somebody asks, after a proof. */
export function Privacy({ email }: { email: string }) {
  const { slug } = useCurrentStore();
  const { route } = useLocation();
  const [known, setKnown] = useState<KnownPerson>();
  const sending = useSending();
  const read = () =>
    sending.send(async () => {
      const answer = await api.POST('/admin/api/v1/people/erasure-plan', { body: { email } });
      setKnown({ email, plan: bodyOf(answer).data });
    });
  if (known) {
    const erased = () => {
      say(t('people.erased', { email }));
      route(storePath(slug, '/customers'), true);
    };
    return <Person known={known} title={t('people.title')} onErased={erased} />;
  }
  return (
    <Card title={t('people.title')} hint={t('customers.privacy')}>
      <Button kind="secondary" busy={sending.busy} onPress={() => void read()}>
        {t('customers.privacy.show')}
      </Button>
      {sending.fault && <FaultNotice fault={sending.fault} />}
    </Card>
  );
}
