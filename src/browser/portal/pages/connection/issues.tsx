import { Button } from '../../../ui/button.tsx';
import { say } from '../../requests/say.ts';
import { useSending } from '../../requests/send.ts';
import { useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { ListView, Table } from '../../ui/list.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { ReasonText } from '../../ui/reason-text.tsx';
import { type Connection, type Issue, sync, useIssues } from './reads.ts';

const TONES = { published: 'warn', unpublished: 'neutral', removed: 'bad' } as const;

/** Products that the catalogue does not have as the platform does, why, and what to do about each. */
export function Issues({ connection }: { connection: Connection }) {
  const count = connection.issues ?? 0;
  const list = useIssues(connection);
  const mayRead = useScopes()('catalog:write');
  return (
    <Card title={t('connection.issues', { count })} hint={t('connection.issues.text')} flush>
      <ListView list={list} empty={<p class="more muted">{t('connection.issues.none')}</p>}>
        {(entries) => (
          <Table
            caption={t('connection.issues', { count })}
            rows={entries}
            keyOf={({ product_id: id }) => id}
            columns={[
              { title: t('column.product'), heads: true, cell: ({ product_id: id }) => <span class="long">{id}</span> },
              {
                title: t('connection.there'),
                cell: ({ standing }) => <Badge tone={TONES[standing]}>{t(`connection.standing.${standing}`)}</Badge>,
              },
              {
                title: t('import.reason'),
                cell: ({ standing, ...reason }) => (
                  <>
                    <ReasonText {...reason} />
                    <span class="sub">{t(`connection.next.${standing}`)}</span>
                  </>
                ),
              },
              ...(mayRead
                ? [{ title: t('connection.read_one'), cell: (issue: Issue) => <ReadAgain issue={issue} /> }]
                : []),
            ]}
          />
        )}
      </ListView>
    </Card>
  );
}

function ReadAgain({ issue: { product_id: id } }: { issue: Issue }) {
  const sending = useSending();
  const read = async () => {
    if (await sending.send(() => sync({ product_id: id }))) say(t('connection.one.done', { id }));
  };
  return (
    <>
      <Button kind="secondary" busy={sending.busy} onPress={() => void read()}>
        {t('connection.one.button')}
      </Button>
      {sending.fault && <FaultNotice fault={sending.fault} />}
    </>
  );
}
