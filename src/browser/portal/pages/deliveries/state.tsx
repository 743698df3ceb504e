import { t } from '../../texts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import type { Delivery, Release } from './reads.ts';

const TONES: Record<Delivery['status'], Tone> = {
  idle: 'neutral',
  ready: 'good',
  late: 'bad',
  at_risk: 'warn',
  on_time: 'busy',
};

export function DeliveryStatus({ status }: { status: Delivery['status'] }) {
  return <Badge tone={TONES[status]}>{t(`delivery.status.${status}`)}</Badge>;
}

const RELEASE_TONES: Record<Release['state'], Tone> = { running: 'busy', stopped: 'warn', done: 'good' };

export function ReleaseState({ state }: { state: Release['state'] }) {
  return <Badge tone={RELEASE_TONES[state]}>{t(`release.state.${state}`)}</Badge>;
}
