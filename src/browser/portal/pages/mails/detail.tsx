import { useLocation, useRoute } from 'preact-iso/router';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useStoreSettings } from '../../requests/reads.ts';
import { say } from '../../requests/say.ts';
import { useSending } from '../../requests/send.ts';
import { useLive } from '../../requests/use-live.ts';
import { storePath, useCurrentStore, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Facts } from '../../ui/facts.tsx';
import { moment } from '../../ui/format.ts';
import { FaultNotice, Shown } from '../../ui/loaded.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { MailPreview } from '../brand/mail-preview.tsx';
import { Evidence } from './evidence.tsx';
import { MailState, mailName } from './parts.tsx';
import { type ShownMail, sendAgain, useMail } from './reads.ts';

// A mail that was just sent again leaves within seconds, and a clerk on the telephone waits for it.
const WAITING_MS = 2_000;
const ENDED_MS = 60_000;

/** One mail: what it says, what became of it, and a way to send it again. */
export function MailPage() {
  const { id = '' } = useRoute().params;
  const { slug } = useCurrentStore();
  const { route } = useLocation();
  const can = useScopes();
  const loaded = useMail(id);
  const sending = useSending();
  const { data } = loaded;
  useLive([loaded], data?.state === 'waiting' ? WAITING_MS : ENDED_MS);
  const again = () =>
    sending.send(async () => {
      const { id: waiting } = await sendAgain(id);
      say(t('mail.again.done'));
      if (waiting !== id) route(storePath(slug, `/mails/${waiting}`));
    });
  return (
    <Page
      title={data ? mailName(data.kind) : t('texts.mail')}
      badge={data && <MailState state={data.state} />}
      back={{ href: storePath(slug, '/mails'), text: t('nav.mails') }}
      intro={data?.subject}
      actions={
        can('mails:write') &&
        data &&
        data.text !== null && (
          <Button busy={sending.busy} onPress={() => void again()}>
            {t('mail.again')}
          </Button>
        )
      }
    >
      {sending.fault && <FaultNotice fault={sending.fault} />}
      <Shown of={loaded}>{(mail) => <Details mail={mail} />}</Shown>
    </Page>
  );
}

function Details({ mail }: { mail: ShownMail }) {
  const { slug } = useCurrentStore();
  const { data: store } = useStoreSettings();
  const may = useScopes()('preorders:personal');
  const { kind, preorder, state, failure, created_at, sent_at, message_id, subject = '', from = '', to = '' } = mail;
  const at = (time: string | null) => (time === null ? t('never') : moment(time, store?.time_zone));
  return (
    <div class="columns">
      <div class="columns__main">
        <Trouble mail={mail} />
        {mail.html === null ? (
          <Notice kind="info" title={t(may ? 'mail.nothing' : 'mail.people')}>
            <p>{t(may ? 'mail.nothing.text' : 'mail.people.text')}</p>
          </Notice>
        ) : (
          <>
            <p class="muted">{t('mail.links')}</p>
            {mail.as_sent === false && mail.evidence === null && <p class="muted">{t('mail.as_now')}</p>}
            {mail.evidence?.same === false && (
              <Notice kind="warning" title={t('mail.differs')}>
                <p>{t('mail.differs.text')}</p>
              </Notice>
            )}
            <MailPreview shown={{ subject, from, to, html: mail.html }} fault={undefined} />
          </>
        )}
      </div>
      <div class="columns__side">
        <Card title={t('mail.facts')}>
          <Facts
            facts={[
              [
                t('mails.preorder'),
                <a key="preorder" class="reference" href={storePath(slug, `/preorders/${preorder}`)}>
                  {preorder}
                </a>,
              ],
              [t('texts.mail'), mailName(kind)],
              [t('mail.written'), at(created_at)],
              [t('mail.sent'), at(sent_at)],
              ...(failure === null || state === 'sent' ? [] : [[t('mail.failure'), failure] as const]),
              [
                t('mail.id'),
                <span key="id" class="long">
                  {message_id}
                </span>,
              ],
            ]}
          />
        </Card>
        {mail.evidence && <Evidence kind={kind} evidence={mail.evidence} />}
      </div>
    </div>
  );
}

/** Why a mail has not reached anybody, and what to do about it. */
function Trouble({ mail: { state, preorder, failure } }: { mail: ShownMail }) {
  const { slug } = useCurrentStore();
  if (state === 'sent' || (state === 'waiting' && failure === null)) return null;
  const kind = state === 'refused' ? 'error' : state === 'over' ? 'info' : 'warning';
  return (
    <Notice
      kind={kind}
      title={t(`mail.trouble.${state}`)}
      actions={
        <>
          {state === 'refused' && (
            <a href={storePath(slug, `/preorders/${preorder}`)}>{t('attention.open.preorder')}</a>
          )}
          {state === 'suppressed' && <a href={storePath(slug, '/mails/blocked')}>{t('mails.blocked')}</a>}
        </>
      }
    >
      <p>{t(`mail.trouble.${state}.text`)}</p>
    </Notice>
  );
}
