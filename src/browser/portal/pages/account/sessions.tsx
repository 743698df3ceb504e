import { Button } from '../../../ui/button.tsx';
import type { Session } from '../../requests/kinds.ts';
import { say } from '../../requests/say.ts';
import { useSending } from '../../requests/send.ts';
import { call } from '../../requests/session.ts';
import { changed, useData } from '../../requests/use-data.ts';
import { t } from '../../texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { ago } from '../../ui/format.ts';
import { FaultNotice, Shown } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';

/** Where the person is signed in, and a way to end what is not theirs. */
export function SessionsCard() {
  const sessions = useData('account/sessions', () => call<Session[]>('GET', 'sessions'));
  const sending = useSending();
  const endOthers = async () => {
    if (!(await sending.send(() => call('DELETE', 'sessions')))) return;
    changed('account/sessions');
    say(t('session.others_ended'));
  };
  const others = (sessions.data?.length ?? 0) > 1 && (
    <Button kind="secondary" busy={sending.busy} onPress={() => void endOthers()}>
      {t('session.end_others')}
    </Button>
  );
  return (
    <Card title={t('account.sessions')} hint={t('account.sessions.text')} actions={others}>
      {sending.fault && <FaultNotice fault={sending.fault} />}
      <Shown of={sessions}>
        {(list) => (
          <ul class="rows">
            {list.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        )}
      </Shown>
    </Card>
  );
}

function SessionRow({ session: { id, browser, current, last_used_at } }: { session: Session }) {
  const sending = useSending();
  const end = async () => {
    if (!(await sending.send(() => call('DELETE', `sessions/${id}`)))) return;
    changed('account/sessions');
    say(t('session.ended'));
  };
  return (
    <li class="rows__row">
      <span>
        {browser}
        <span class="sub">{t('session.used', { when: ago(last_used_at) })}</span>
        {sending.fault && <FaultNotice fault={sending.fault} />}
      </span>
      {current ? (
        <Badge tone="good">{t('session.this')}</Badge>
      ) : (
        <Button kind="secondary" busy={sending.busy} onPress={() => void end()}>
          {t('session.end')}
        </Button>
      )}
    </li>
  );
}
