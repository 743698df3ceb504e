import { t } from '../../texts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import type { Moving } from './reads.ts';

const TONES: Record<Moving['state'], Tone> = {
  checking: 'busy',
  checked: 'neutral',
  importing: 'busy',
  done: 'good',
  undoing: 'busy',
  undone: 'warn',
};

export function MovingState({ state }: Pick<Moving, 'state'>) {
  return <Badge tone={TONES[state]}>{t(`moving.state.${state}`)}</Badge>;
}
