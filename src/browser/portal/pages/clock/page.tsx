import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useStoreSettings } from '../../requests/reads.ts';
import { say } from '../../requests/say.ts';
import { type FormModel, useForm } from '../../requests/use-form.ts';
import { useLive } from '../../requests/use-live.ts';
import { storePath, useCurrentStore, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Facts } from '../../ui/facts.tsx';
import { Input } from '../../ui/form.tsx';
import { FormView } from '../../ui/form-view.tsx';
import { duration, moment } from '../../ui/format.ts';
import { Shown } from '../../ui/loaded.tsx';
import { Card, Page } from '../../ui/page.tsx';
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
  useLive([loaded], LOOK_MS);
  const zone = store?.time_zone;
  const form = useForm({
    free: true,
    values: () => ({ advance_seconds: '' }),
    save: ({ advance_seconds: until }) => pass(secondsUntil(until, zone ?? 'UTC') ?? 0),
  });
  const move = (seconds: number) => void form.also(() => pass(seconds));
  return (
    <Shown of={loaded}>
      {(clock) => (
        <div class="columns">
          <div class="columns__main">
            {can('store:write') && <Move clock={clock} timeZone={zone} form={form} move={move} />}
            <Next clock={clock} timeZone={zone} busy={form.busy} {...(can('store:write') && { move })} />
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

async function pass(seconds: number): Promise<void> {
  await moveOn(seconds);
  say(t('clock.done', { time: duration(seconds) }));
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

type MoveProps = ClockProps & { form: FormModel<{ advance_seconds: string }>; move: (seconds: number) => void };

function Move({ clock: { next }, timeZone, form, move }: MoveProps) {
  const { busy } = form;
  const [first] = next;
  return (
    <Card title={t('clock.move')} hint={t('clock.move.text')}>
      <p class="buttons">
        {PRESETS.map(({ key, seconds }) => (
          <Button key={key} kind="secondary" busy={busy} onPress={() => move(seconds)}>
            {t(`clock.move.${key}`)}
          </Button>
        ))}
        {first && (
          <Button kind="secondary" busy={busy} onPress={() => move(first.seconds)}>
            {t('clock.move.next', { moment: moment(first.at, timeZone) })}
          </Button>
        )}
      </p>
      <FormView form={form} submit={t('clock.until.button')} kind="secondary">
        <Input {...form.field('advance_seconds')} type="datetime-local" label={t('clock.until')} required />
      </FormView>
      <p role="status">{busy ? t('clock.moving') : ''}</p>
    </Card>
  );
}
