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

export function WithdrawalState({ state }: Pick<Withdrawal, 'state'>) {
  return <Badge tone={TONES[state]}>{t(`withdrawals.state.${state}`)}</Badge>;
}
