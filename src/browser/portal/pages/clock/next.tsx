import { Button } from '../../../ui/button.tsx';
import { t } from '../../texts.ts';
import { duration, moment } from '../../ui/format.ts';
import { Empty } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import type { TestClock } from './reads.ts';

type NextProps = {
  clock: TestClock;
  timeZone: string | undefined;
  busy: boolean;
  /** Left out for those who may only look. */
  move?: (seconds: number) => void;
};

type ClockEvent =
  | 'hold_ends'
  | 'waitlist_opens'
  | 'waitlist_closes'
  | 'charge_retried'
  | 'payment_deadline'
  | 'answer_deadline'
  | 'ship_window_begins'
  | 'ship_window_ends'
  | 'discount_begins'
  | 'discount_ends';

/** The dates that matter next, each with a button that moves the clock there. */
export function Next({ clock: { next }, timeZone, busy, move }: NextProps) {
  return (
    <Card title={t('clock.next')} hint={t('clock.next.text')}>
      {next.length === 0 ? (
        <Empty title={t('clock.next.none')}>
          <p>{t('clock.next.none.text')}</p>
        </Empty>
      ) : (
        <ul class="rows">
          {next.map(({ what, at, seconds }) => (
            <li key={`${what} ${at}`} class="rows__row">
              <span class="rows__text">
                {t(`clock.what.${what as ClockEvent}`)}
                <span class="sub">
                  {moment(at, timeZone)} · {t('clock.in', { time: duration(seconds) })}
                </span>
              </span>
              {move && (
                <Button
                  kind="secondary"
                  busy={busy}
                  label={`${t('clock.there')}: ${t(`clock.what.${what as ClockEvent}`)}`}
                  onPress={() => move(seconds)}
                >
                  {t('clock.there')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
