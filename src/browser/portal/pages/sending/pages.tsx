import { useRoute } from 'preact-iso/router';
import { Sending } from './page.tsx';
import { Scan } from './scan.tsx';
import { TrackingFile } from './tracking.tsx';

/** The list of what is ready to send, and the two other ways to say what has left: a file with tracking numbers, and a scanner. */
export function SendingPages() {
  const { way } = useRoute().params;
  if (way === 'tracking') return <TrackingFile />;
  return way === 'scan' ? <Scan /> : <Sending />;
}
