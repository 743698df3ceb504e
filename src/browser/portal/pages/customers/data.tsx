import { useEffect, useRef, useState } from 'preact/hooks';
import { Notice } from '../../../ui/notice.tsx';
import type { Store } from '../../requests/kinds.ts';
import { takeAsked } from '../../requests/person.ts';
import { useStoreSettings } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useForm } from '../../requests/use-form.ts';
import { storePath, useCurrentStore, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Facts } from '../../ui/facts.tsx';
import { Input } from '../../ui/form.tsx';
import { FormView } from '../../ui/form-view.tsx';
import { Empty } from '../../ui/loaded.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { PrivacyRequests } from '../connection/privacy.tsx';
import { serviceAddress } from '../home/service-address.ts';
import type { KnownPerson } from './known.ts';
import { Person } from './person.tsx';

/** What is stored about one person, also one who bought nothing: found by e-mail address, given as a file, erased. */
export function PersonalData() {
  const { slug } = useCurrentStore();
  const can = useScopes();
  const { data: store } = useStoreSettings();
  return (
    <Page
      title={t('people.title')}
      intro={t('people.intro')}
      back={{ href: storePath(slug, '/customers'), text: t('nav.customers') }}
    >
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
  const [person, setPerson] = useState(takeAsked);
  // Kept on this page alone: it names a person.
  const [known, setKnown] = useState<KnownPerson>();
  const [erased, setErased] = useState('');
  const result = useRef<HTMLDivElement>(null);
  const form = useForm({
    free: true,
    of: person,
    values: (email) => ({ email }),
    save: async (typed) => {
      const email = typed.email.trim();
      setErased('');
      setKnown(undefined);
      setPerson(email);
      const answer = await api.POST('/admin/api/v1/people/erasure-plan', { body: { email } });
      setKnown({ email, plan: bodyOf(answer).data });
    },
  });
  useEffect(() => {
    if (person !== '') void form.submit();
  }, []);
  // What was found is what a reader wants next.
  useEffect(() => result.current?.focus(), [known, erased]);
  return (
    <>
      <Card title={t('people.find')} hint={t('people.find.text')}>
        <search>
          <FormView form={form} submit={t('people.find.button')}>
            <Input
              {...form.field('email')}
              type="email"
              label={t('field.email')}
              maxLength={254}
              autoComplete="off"
              required
            />
          </FormView>
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
              setPerson('');
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
