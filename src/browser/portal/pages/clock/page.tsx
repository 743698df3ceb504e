import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useStoreSettings } from '../../requests/reads.ts';
import { type Sending, useSending } from '../../requests/send.ts';
import { useLive } from '../../requests/use-live.ts';
import { storePath, useCurrentStore, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Facts } from '../../ui/facts.tsx';
import { Form, Input } from '../../ui/form.tsx';
import { duration, moment } from '../../ui/format.ts';
import { FaultNotice, Shown } from '../../ui/loaded.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { say } from '../../ui/toasts.tsx';
import { Brought } from './brought.tsx';
import { moveOn, secondsUntil } from './move.ts';
import { Next } from './next.tsx';
import { type TestClock, useTestClock } from './reads.ts';

// A worker does within seconds what time brings, so the page follows it.
const LOOK_MS = 2_000;

/** The clock of a test store: what time brings next, and the buttons that let it pass. */
export function ClockPage() {
  const { mode } = useCurrentStore();
  return (
    <Page title={t('nav.clock')} intro={t('clock.intro')}>
      {mode === 'test' ? <Clock /> : <NotHere />}
    </Page>
  );
}

/** A live store has real time. Its test store does not, so this leads there. */
function NotHere() {
  const { slug, beside } = useCurrentStore();
  return (
    <Notice
      kind="info"
      title={t('clock.live')}
      actions={
        <a href={beside ? storePath(beside, '/clock') : storePath(slug, '/rehearsals')}>
          {t(beside ? 'clock.to_test' : 'clock.make_test')}
        </a>
      }
    >
      <p>{t('clock.live.text')}</p>
    </Notice>
  );
}

function Clock() {
  const can = useScopes();
  const loaded = useTestClock();
  const { data: store } = useStoreSettings();
  const sending = useSending();
  useLive([loaded], LOOK_MS);
  const move = async (seconds: number) => {
    const moved = await sending.send(() => moveOn(seconds));
    if (moved) say(t('clock.done', { time: duration(seconds) }));
    return moved;
  };
  const zone = store?.time_zone;
  return (
    <Shown of={loaded}>
      {(clock) => (
        <div class="columns">
          <div class="columns__main">
            {can('store:write') && <Move clock={clock} timeZone={zone} sending={sending} move={move} />}
            <Next
              clock={clock}
              timeZone={zone}
              busy={sending.busy}
              {...(can('store:write') && { move: (seconds: number) => void move(seconds) })}
            />
          </div>
          <div class="columns__side">
            <Now clock={clock} timeZone={zone} />
            <Brought clock={clock} />
          </div>
        </div>
      )}
    </Shown>
  );
}

type ClockProps = { clock: TestClock; timeZone: string | undefined };

function Now({ clock: { advanced_seconds: advanced, moved_at: movedAt }, timeZone }: ClockProps) {
  return (
    <Card title={t('clock.now')}>
      <Facts
        facts={[
          [t('clock.time'), moment(new Date().toISOString(), timeZone)],
          [t('store.time_zone'), timeZone ?? '…'],
          [t('clock.advanced'), advanced === 0 ? t('clock.never') : duration(advanced)],
          ...(movedAt === null ? [] : ([[t('clock.moved_at'), moment(movedAt, timeZone)]] as const)),
        ]}
      />
      <p class="muted">{t('clock.past')}</p>
    </Card>
  );
}

const HOUR = 3_600;
const PRESETS = [
  { key: 'hour', seconds: HOUR },
  { key: 'day', seconds: 24 * HOUR },
  { key: 'week', seconds: 7 * 24 * HOUR },
] as const;

type MoveProps = ClockProps & { sending: Sending; move: (seconds: number) => Promise<boolean> };

function Move({ clock: { next }, timeZone, sending, move }: MoveProps) {
  const { busy, fault } = sending;
  const [until, setUntil] = useState('');
  const [first] = next;
  const moveUntil = async () => {
    const seconds = secondsUntil(until, timeZone ?? 'UTC');
    if (seconds === undefined) return document.getElementById('advance_seconds')?.focus();
    if (await move(seconds)) setUntil('');
  };
  return (
    <Card title={t('clock.move')} hint={t('clock.move.text')}>
      <p class="buttons">
        {PRESETS.map(({ key, seconds }) => (
          <Button key={key} kind="secondary" busy={busy} onPress={() => void move(seconds)}>
            {t(`clock.move.${key}`)}
          </Button>
        ))}
        {first && (
          <Button kind="secondary" busy={busy} onPress={() => void move(first.seconds)}>
            {t('clock.move.next', { moment: moment(first.at, timeZone) })}
          </Button>
        )}
      </p>
      <Form onSubmit={moveUntil}>
        <div class="searcher">
          <Input
            id="advance_seconds"
            type="datetime-local"
            label={t('clock.until')}
            value={until}
            fault={fault}
            onValue={setUntil}
          />
          <Button type="submit" kind="secondary" busy={busy}>
            {t('clock.until.button')}
          </Button>
        </div>
      </Form>
      <p role="status">{busy ? t('clock.moving') : ''}</p>
      {fault && fault.param !== 'advance_seconds' && <FaultNotice fault={fault} />}
    </Card>
  );
}
