import type { RunWords } from '../../bulk/progress.tsx';
import { t } from '../../texts.ts';

/** What is said while parcels are marked as sent, or their file is checked. */
export const sendWords = (dryRun: boolean): RunWords => ({
  title: t(dryRun ? 'tracking.checking' : 'sending.running'),
  ended: 'sending.ended',
  stopped: 'sending.ended.stopped',
  failed: 'sending.failed',
  tryStopped: 'tracking.check.stopped',
});
