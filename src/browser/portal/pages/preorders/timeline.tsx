import type { Schemas } from '../../../../../packages/admin-client/src/index.ts';
import type { PreorderDetail } from '../../requests/kinds.ts';
import { keyOf } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useData } from '../../requests/use-data.ts';
import { storePath, useCurrentStore, useScopes } from '../../requests/where.ts';
import { t, textOf } from '../../texts.ts';
import { day, days, moment, money } from '../../ui/format.ts';
import { Shown } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { mailName } from '../mails/parts.tsx';
import { tellable } from './tellable.ts';

type Event = Schemas['AdminPreorderEvent'];
type TimelineProps = { preorder: PreorderDetail; timeZone: string | undefined };

/** Everything that happened with the pre-order and its money, the newest first. */
export function Timeline({ preorder: { reference, currency, lines }, timeZone }: TimelineProps) {
  const events = useData(keyOf(`preorders/${reference}/timeline`), async () => {
    const params = { path: { reference } };
    return bodyOf(await api.GET('/admin/api/v1/preorders/{reference}/timeline', { params })).data;
  });
  return (
    <Card title={t('timeline.title')}>
      <Shown of={events}>
        {(all) => (
          <ol class="timeline">
            {tellable(all)
              .reverse()
              .map((event, index) => (
                <li key={`${event.at} ${event.kind} ${event.what} ${index}`} class="timeline__entry">
                  <span>
                    <EventText event={event} />
                    <span class="sub">{detailOf(event, { currency, lines: lines.length })}</span>
                  </span>
                  <time class="muted" dateTime={event.at}>
                    {moment(event.at, timeZone)}
                  </time>
                </li>
              ))}
          </ol>
        )}
      </Shown>
    </Card>
  );
}

/** What happened. A mail leads to what it said. */
function EventText({ event }: { event: Event & { mail_id?: string } & By }) {
  const { slug } = useCurrentStore();
  const can = useScopes();
  if (event.kind === 'act') return actText(event);
  const text = eventText(event);
  if (event.kind !== 'mail' || event.mail_id === undefined || !can('mails:read')) return text;
  return <a href={storePath(slug, `/mails/${event.mail_id}`)}>{text}</a>;
}

type By = { by_name?: string; by_kind?: string };

/** Says who did what. */
function actText({ what, by_name: name = '', by_kind: kind }: Event & By): string {
  const by = textOf(`timeline.by.${kind}`, { name }) ?? name;
  return textOf(`timeline.act.${what}`, { by }) ?? t('timeline.act', { act: what, by });
}

/** Words for an event: for its kind with the detail, else for its kind. What is new in the service is told by its name. */
function eventText({ kind, what }: Pick<Event, 'kind' | 'what'>): string {
  if (kind === 'mail') return t('event.mail', { mail: mailName(what) });
  return (
    textOf(`event.${kind}.${what}`) ?? textOf(`event.${kind}`, { by: what }) ?? `${kind} ${what}`.replaceAll('_', ' ')
  );
}

function detailOf(event: Event, { currency, lines }: { currency: string; lines: number }): string {
  const { amount, state, lines: numbers } = event;
  const parts = [
    amount === null ? '' : money(amount, currency),
    numbers.length === 0 || numbers.length === lines ? '' : t('timeline.lines', { lines: numbers.join(', ') }),
    state === 'failed' ? t('timeline.failed') : '',
    ...datesOf(event),
    ...(event.kind === 'mail' ? mailFate(event) : [reasonOf(event)]),
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

/** Why it was done or failed: what people wrote as it is, the codes of banks in words. */
function reasonOf({ kind, reason }: Event): string {
  return (kind === 'dispute' ? textOf(`dispute.reason.${reason}`) : undefined) ?? reason ?? '';
}

/** What became of a mail, where it has not gone out. */
function mailFate({ state, reason }: Event): string[] {
  if (state === 'sent') return [];
  if (state === 'waiting') return [t('mail.state.waiting'), reason ?? ''];
  return [textOf(`mail.state.${reason}`) ?? reason ?? ''];
}

type Dates = {
  from?: string;
  until?: string;
  answer_by?: string | null;
  silence?: 'cancel' | 'wait';
  given_by?: 'link' | 'status_page' | 'merchant' | 'clock';
};

/** Says which window a shopper was told of, until when they may answer and what silence means; and how an answer came. */
function datesOf(event: Event & Dates): string[] {
  const { kind, from, until, answer_by: by, silence, given_by: givenBy } = event;
  if (kind === 'answer') return givenBy && givenBy !== 'clock' ? [t(`timeline.answered.${givenBy}`)] : [];
  if (kind !== 'notice' || !from || !until) return [];
  const asked = by && silence ? [t(`timeline.answer_by.${silence}`, { day: day(by) })] : [];
  return [t('delivery.ships', { window: days({ from, until }) }), ...asked];
}
