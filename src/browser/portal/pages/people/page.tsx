import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { Store } from '../../requests/kinds.ts';
import { takeAsked } from '../../requests/person.ts';
import { useStoreSettings } from '../../requests/reads.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { storePath, useCurrentStore, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Facts } from '../../ui/facts.tsx';
import { Form, Input } from '../../ui/form.tsx';
import { Empty, FaultNotice } from '../../ui/loaded.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { PrivacyRequests } from '../connection/privacy.tsx';
import { serviceAddress } from '../home/service-address.ts';
import type { Known } from './known.ts';
import { Person } from './person.tsx';

/** What is stored about one person: found by e-mail address, given as a file, erased. */
export function People() {
  const can = useScopes();
  const { data: store } = useStoreSettings();
  return (
    <Page title={t('nav.people')} intro={t('people.intro')}>
      {can('people:write') ? (
        <div class="columns">
          <div class="columns__main">
            <Finder />
            {store && can('preorders:personal') && <PrivacyRequests store={store} />}
          </div>
          <div class="columns__side">{store && <Kept store={store} />}</div>
        </div>
      ) : (
        <Card>
          <Empty title={t('fault.scope_required')} />
        </Card>
      )}
    </Page>
  );
}

function Finder() {
  const [email, setEmail] = useState(takeAsked);
  // Kept on this page alone: it names a person.
  const [known, setKnown] = useState<Known>();
  const [erased, setErased] = useState('');
  const sending = useSending();
  const { fault } = sending;
  const result = useRef<HTMLDivElement>(null);
  const find = async () => {
    setErased('');
    setKnown(undefined);
    const person = email.trim();
    await sending.send(async () => {
      const answer = await api.POST('/admin/api/v1/people/erasure-plan', { body: { email: person } });
      setKnown({ email: person, plan: bodyOf(answer).data });
    });
  };
  useEffect(() => {
    if (email !== '') void find();
  }, []);
  // What was found is what a reader wants next.
  useEffect(() => result.current?.focus(), [known, erased]);
  return (
    <>
      <Card title={t('people.find')} hint={t('people.find.text')}>
        {fault && fault.param !== 'email' && <FaultNotice fault={fault} />}
        <search>
          <Form onSubmit={find}>
            <div class="searcher">
              <Input
                id="email"
                type="email"
                label={t('field.email')}
                value={email}
                maxLength={254}
                autoComplete="off"
                fault={fault}
                onValue={setEmail}
              />
              <Button type="submit" busy={sending.busy}>
                {t('people.find.button')}
              </Button>
            </div>
          </Form>
        </search>
        <p>
          <a href={`${serviceAddress()}/docs/guides/people`} target="_blank" rel="noopener noreferrer">
            {t('people.guide')}
          </a>
        </p>
      </Card>
      <div ref={result} tabIndex={-1} class="stack">
        {erased !== '' && (
          <Notice kind="success" title={t('people.erased', { email: erased })}>
            <p>{t('people.erased.text')}</p>
          </Notice>
        )}
        {known && (
          <Person
            known={known}
            onErased={() => {
              setErased(known.email);
              setKnown(undefined);
              setEmail('');
            }}
          />
        )}
      </div>
    </>
  );
}

function Kept({ store: { keep_checkout_days: checkouts, keep_preorder_days: preorders } }: { store: Store }) {
  const { slug } = useCurrentStore();
  const days = (count: number | null) => (count === null ? t('people.kept.always') : t('people.kept.days', { count }));
  return (
    <Card title={t('people.kept')}>
      <Facts
        facts={[
          [t('people.kept.checkouts'), days(checkouts)],
          [t('people.kept.preorders'), days(preorders)],
        ]}
      />
      <a href={storePath(slug, '/settings/rules')}>{t('people.kept.change')}</a>
    </Card>
  );
}
