import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../../../ui/icon.tsx';
import type { ViewProps } from './app.tsx';

const SHOWN_FOR_MS = 120_000;
// Read out at these, not every second.
const SPOKEN_AT_S = [120, 60, 30, 10];

/** How long the units are still kept, in the last two minutes; before that it would only hurry. */
export function HoldTimer({ context, state }: ViewProps) {
  const { t } = context;
  const { holdEndsAt } = state;
  const left = useTimeLeft(holdEndsAt);
  const seconds = Math.ceil(left / 1000);
  // The last mark that was passed: a page in the background ticks seldom, and skips seconds.
  const mark = SPOKEN_AT_S.findLast((at) => seconds <= at);
  useEffect(() => {
    if (mark && seconds > 0) context.set({ announcement: t('hold.spoken', { count: seconds }) });
  }, [mark]);
  if (holdEndsAt === null || left > SHOWN_FOR_MS || left <= 0) return null;
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <p class="hold-timer">
      <Icon name="clock" />
      <span>{t('hold.left')}</span>
      <span class="hold-timer__time">{time}</span>
    </p>
  );
}

function useTimeLeft(endsAt: number | null): number {
  const leftNow = () => (endsAt === null ? Infinity : endsAt - Date.now());
  const [left, setLeft] = useState(leftNow());
  useEffect(() => {
    if (endsAt === null) return;
    setLeft(leftNow());
    const ticks = setInterval(() => setLeft(leftNow()), 1000);
    return () => clearInterval(ticks);
  }, [endsAt]);
  return left;
}
