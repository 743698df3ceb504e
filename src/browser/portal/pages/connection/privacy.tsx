import { Button } from '../../../ui/button.tsx';
import type { Store } from '../../requests/kinds.ts';
import { say } from '../../requests/say.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useScopes } from '../../requests/where.ts';
import { t, textOf } from '../../texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { download } from '../../ui/download.ts';
import { moment } from '../../ui/format.ts';
import { ListView, Table } from '../../ui/list.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { changedPrivacyRequests, type PrivacyRequest, usePrivacyRequests } from './reads.ts';

/** What the platform asked on behalf of people, until when, and what was done. */
export function PrivacyRequests({ store }: { store: Store }) {
  const list = usePrivacyRequests();
  const mayAnswer = useScopes()('people:write');
  if (list.entries.length === 0) return null; // most stores are never asked
  return (
    <Card title={t('privacy.title')} hint={t('privacy.text')} flush>
      <ListView list={list} empty={null}>
        {(entries) => (
          <Table
            caption={t('privacy.title')}
            rows={entries}
            keyOf={({ id }) => id}
            columns={[
              {
                title: t('privacy.wanted'),
                heads: true,
                cell: ({ what, email }) => (
                  <>
                    {t(`privacy.what.${what}`)}
                    {email && <span class="sub long">{email}</span>}
                  </>
                ),
              },
              {
                title: t('privacy.until'),
                cell: ({ due_at: due, done_at: done }) =>
                  done === null ? (
                    moment(due, store.time_zone)
                  ) : (
                    <Badge tone="good">{t('privacy.done', { time: moment(done, store.time_zone) })}</Badge>
                  ),
              },
              {
                title: t('privacy.outcome'),
                cell: (request) => (
                  <>
                    <Outcome request={request} />
                    {mayAnswer && request.what === 'export' && request.done_at === null && <Answer request={request} />}
                  </>
                ),
              },
            ]}
          />
        )}
      </ListView>
    </Card>
  );
}

/** What was done, in the reader's language; why nothing could be erased yet is said by the service. */
function Outcome({ request: { outcome, outcome_code: code, outcome_value: value } }: { request: PrivacyRequest }) {
  if (outcome === null) return <span>{t('privacy.waits')}</span>;
  const text = code === null ? undefined : textOf(`privacy.outcome.${code}`, { value: value ?? '' });
  if (text === undefined) return <span lang="en">{outcome}</span>;
  return (
    <span>
      {text} {code === 'not_erased' && <span lang="en">{value}</span>}
    </span>
  );
}

/** The person's data as a file, and that they have got it. */
function Answer({ request: { id, email } }: { request: PrivacyRequest }) {
  const sending = useSending();
  const save = () =>
    sending.send(async () => {
      const body = { email: email ?? '' };
      const file = bodyOf(await api.POST('/admin/api/v1/people/export', { body, parseAs: 'blob' }));
      download(file as Blob, 'person.json');
    });
  const end = async () => {
    const params = { path: { request_id: id } };
    const done = await sending.send(async () =>
      bodyOf(await api.POST('/admin/api/v1/privacy-requests/{request_id}/done', { params, body: {} })),
    );
    if (!done) return;
    changedPrivacyRequests();
    say(t('privacy.answered'));
  };
  return (
    <span class="buttons">
      {email && (
        <Button kind="secondary" busy={sending.busy} onPress={() => void save()}>
          {t('privacy.export')}
        </Button>
      )}
      <Button kind="secondary" busy={sending.busy} onPress={() => void end()}>
        {t('privacy.given')}
      </Button>
      {sending.fault && <FaultNotice fault={sending.fault} />}
    </span>
  );
}
