import { Button } from '../../../ui/button.tsx';
import { say } from '../../requests/say.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { storePath, useCurrentStore, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { count } from '../../ui/format.ts';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { type Rehearsal, rehearsalsChanged } from './reads.ts';

const TONES: Record<Rehearsal['state'], Tone> = {
  waiting: 'neutral',
  running: 'busy',
  done: 'good',
  stopped: 'warn',
  failed: 'bad',
};

export function RehearsalState({ rehearsal: { state } }: { rehearsal: Rehearsal }) {
  return <Badge tone={TONES[state]}>{t(`rehearsal.state.${state}`)}</Badge>;
}

/** A rehearsal under way: how many shoppers have come, and the button that stops it. `leads`: with a link to its page. */
export function Running({ rehearsal, leads }: { rehearsal: Rehearsal; leads?: boolean }) {
  const { id, state, product, arrived, shoppers } = rehearsal;
  const { slug } = useCurrentStore();
  const title = t('rehearsal.running', { product });
  return (
    <Card
      title={title}
      hint={t('rehearsal.running.text')}
      actions={
        <>
          {leads && <a href={storePath(slug, `/rehearsals/${id}`)}>{t('rehearsal.open')}</a>}
          <Stop id={id} />
        </>
      }
    >
      <progress
        class="progress"
        max={shoppers}
        {...(state === 'running' && { value: arrived })}
        aria-label={t('rehearsal.progress')}
      />
      <p role="status">
        {state === 'waiting'
          ? t('rehearsal.waiting')
          : t('rehearsal.arrived', { arrived: count(arrived), shoppers: count(shoppers) })}
      </p>
    </Card>
  );
}

function Stop({ id }: { id: string }) {
  const can = useScopes();
  const sending = useSending();
  const stop = async () => {
    const stopped = await sending.send(async () => {
      const params = { path: { rehearsal_id: id } };
      bodyOf(await api.POST('/admin/api/v1/rehearsals/{rehearsal_id}/stop', { params, body: {} }));
    });
    rehearsalsChanged();
    if (stopped) say(t('rehearsal.stopped'));
  };
  if (!can('waitlists:write')) return null;
  return (
    <>
      <Button kind="secondary" busy={sending.busy} onPress={() => void stop()}>
        {t('rehearsal.stop')}
      </Button>
      {sending.fault && <FaultNotice fault={sending.fault} />}
    </>
  );
}
