import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../../../ui/icon.tsx';
import type { ViewProps } from './view-props.ts';

const SHOWN_FOR_MS = 120_000;
// Announced at these seconds, because every second would be too much.
const SPOKEN_AT_S = [120, 60, 30, 10];

/**
 * Shows for how long the units are still held, in the last two minutes only: earlier it would only put pressure on the
 * shopper.
 */
export function HoldTimer({ context, state }: ViewProps) {
  const { t } = context;
  const { holdEndsAt } = state;
  const left = useTimeLeft(holdEndsAt);
  const seconds = Math.ceil(left / 1000);
  // The last mark that was passed, not an exact match: timers of a background page run seldom and skip seconds.
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
