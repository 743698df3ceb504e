import type { Waitlist } from '../../requests/kinds.ts';
import { type PortalKey, t } from '../../texts.ts';

export type Act = 'schedule' | 'unschedule' | 'open' | 'pause' | 'resume' | 'close';

/** What can be done in each state. The first is what a merchant most likely wants next. */
export const ACTS: Record<Waitlist['state'], readonly Act[]> = {
  DRAFT: ['open', 'schedule', 'close'],
  SCHEDULED: ['open', 'unschedule', 'close'],
  OPEN: ['pause', 'close'],
  PAUSED: ['resume', 'close'],
  CLOSED: [],
};

export const actText = (act: Act): string => t(`act.${act}` as PortalKey);
