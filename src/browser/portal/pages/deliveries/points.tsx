import { type PortalKey, t } from '../../texts.ts';
import { money } from '../../ui/format.ts';
import type { Preview } from './reads.ts';

export const chargesNothing = ({ charge }: Preview): boolean => Number(charge) === 0;

/** Why nobody gets a unit. What is free may be of another variant than those wait for. */
function nobodyKey({ counts }: Preview, isFree: boolean): PortalKey {
  if (counts.left_out === 0) return 'next.nobody';
  return isFree ? 'next.other' : 'next.nothing';
}

/** What a release would do, in sentences. `isFree`: units have arrived that nobody has. */
export function Points({ preview, isFree }: { preview: Preview; isFree: boolean }) {
  const { counts, lines, charge, currency } = preview;
  const doubtful = lines.filter(({ card }) => card === 'missing' || card === 'expired').length;
  const unanswered = lines.filter((line) => line.unanswered).length;
  const lost = preview.left_out.filter(({ waits_for: waits }) => waits === 'lost_dispute').length;
  const points = [
    counts.lines > 0
      ? t(chargesNothing(preview) ? 'next.gives_free' : 'next.gives', {
          count: counts.lines,
          amount: money(charge, currency),
        })
      : t(nobodyKey(preview, isFree)),
    unanswered > 0 && t('next.unanswered', { count: unanswered }),
    doubtful > 0 && t('next.doubtful', { count: doubtful }),
    counts.kept > 0 && t('next.keeps', { count: counts.kept }),
    counts.left_out > 0 && t('next.waits', { count: counts.left_out }),
    lost > 0 && t('next.lost', { count: lost }),
  ].filter((point): point is string => point !== false);
  return (
    <ul class="points">
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}
