import { t } from '../../texts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import type { Withdrawal } from './reads.ts';

const TONES: Record<Withdrawal['state'], Tone> = {
  declared: 'warn',
  undone: 'neutral',
  settled: 'good',
  refused: 'neutral',
};

export const STATES = Object.keys(TONES) as Withdrawal['state'][];

type Timing = NonNullable<Withdrawal['timing']>;

const TIMING_TONES: Record<Timing, Tone> = {
  in_time: 'good',
  late: 'warn',
  excluded: 'warn',
  no_right: 'warn',
  nothing_left: 'neutral',
  not_known: 'neutral',
};

export function WithdrawalTiming({ timing }: { timing: Timing }) {
  return <Badge tone={TIMING_TONES[timing]}>{t(`withdrawals.timing.${timing}`)}</Badge>;
}

export function WithdrawalState({ state }: Pick<Withdrawal, 'state'>) {
  return <Badge tone={TONES[state]}>{t(`withdrawals.state.${state}`)}</Badge>;
}
