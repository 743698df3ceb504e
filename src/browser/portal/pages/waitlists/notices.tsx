import { useRoute } from 'preact-iso/router';
import type { Schemas } from '../../../../../packages/admin-client/src/index.ts';
import { keyOf, useStoreSettings, useWaitlist } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useList } from '../../requests/use-list.ts';
import { storePath, useCurrentStore } from '../../requests/where.ts';
import { t, textOf } from '../../texts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { count, days, moment } from '../../ui/format.ts';
import { type Column, ListView, Table } from '../../ui/list.tsx';
import { Empty } from '../../ui/loaded.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { SaveEvidence } from '../preorders/evidence.tsx';

type Notice = Schemas['AdminNotice'];

/** Who was told or asked of a moved date, by which mail, and what each answered. */
export function NoticesPage() {
  const { id = '', promise = '' } = useRoute().params;
  const { slug } = useCurrentStore();
  const { data: store } = useStoreSettings();
  const { data: waitlist } = useWaitlist(id);
  const list = useList(keyOf(`promises/${promise}/notices`), async (after) => {
    const params = { path: { promise_id: promise }, query: after === undefined ? {} : { after } };
    return bodyOf(await api.GET('/admin/api/v1/promises/{promise_id}/notices', { params }));
  });
  const [first] = list.entries;
  return (
    <Page
      title={t('notices.title')}
      back={{ href: storePath(slug, `/waitlists/${id}`), text: waitlist?.product.title ?? t('waitlist.title') }}
      intro={first ? t('delivery.ships', { window: days(first.ship_window) }) : t('notices.intro')}
      actions={<SaveEvidence query={{ waitlist_id: id }} />}
    >
      <Card flush>
        <ListView
          list={list}
          empty={
            <Empty title={t('notices.none')}>
              <p>{t('notices.none.text')}</p>
            </Empty>
          }
        >
          {(notices) => (
            <Table
              caption={t('notices.title')}
              rows={notices}
              keyOf={(notice) => notice.id}
              columns={columnsOf(slug, store?.time_zone)}
            />
          )}
        </ListView>
      </Card>
    </Page>
  );
}

function columnsOf(slug: string, timeZone: string | undefined): Column<Notice>[] {
  return [
    {
      title: t('mails.preorder'),
      heads: true,
      cell: ({ reference }) => (
        <a class="reference" href={storePath(slug, `/preorders/${reference}`)}>
          {reference}
        </a>
      ),
    },
    {
      title: t('notices.before'),
      cell: ({ before, days_late: late }) => (
        <>
          {days(before)}
          {late > 0 && <span class="sub">{t('notices.late', { count: late, days: count(late) })}</span>}
        </>
      ),
    },
    {
      title: t('notices.mail'),
      cell: ({ mail }) => (mail?.sent_at ? moment(mail.sent_at, timeZone) : t('notices.unsent')),
    },
    {
      title: t('notices.answer'),
      cell: (notice) => <Answer notice={notice} timeZone={timeZone} />,
    },
  ];
}

/** What came of it: nothing was asked, an answer is awaited, or the last answer with how it came. */
function Answer({ notice: { kind, open, answer_by: by, answers }, timeZone }: AnswerProps) {
  const last = answers.at(-1);
  if (last) {
    const tone: Tone = /cancel/.test(last.answer) ? 'bad' : last.answer === 'wait' ? 'good' : 'neutral';
    const how = textOf(`timeline.answered.${last.given_by}`);
    return (
      <>
        <Badge tone={tone}>{textOf(`notices.answer.${last.answer}`) ?? last.answer}</Badge>
        <span class="sub">{[moment(last.at, timeZone), how].filter(Boolean).join(' · ')}</span>
      </>
    );
  }
  if (!open) return <span class="muted">{t(kind === 'told' ? 'notices.told' : 'notices.over')}</span>;
  return (
    <>
      <Badge tone="busy">{t('notices.awaited')}</Badge>
      {by !== null && <span class="sub">{t('notices.until', { time: moment(lastMoment(by), timeZone) })}</span>}
    </>
  );
}

type AnswerProps = { notice: Notice; timeZone: string | undefined };

/** The last moment before a deadline: a time ends at midnight, and readers mean the day before. */
const lastMoment = (deadline: string): string => new Date(Date.parse(deadline) - 1_000).toISOString();
