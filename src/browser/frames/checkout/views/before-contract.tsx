import { type OfficialPicture, shownIn } from '../../../../protocol/wire/before-contract.ts';
import type { Context } from '../state.ts';

/** What the law wants told before the contract: the instructions on withdrawal, and official pictures. `country`: '' while it is unknown. */
export function BeforeContract({ context, country }: { context: Context; country: string }) {
  const { t, offer } = context;
  const { notice, label, instructions } = shownIn(offer.before, country);
  return (
    <>
      {instructions !== null && (
        <p class="legal-links">
          <a href={instructions} target="_blank" rel="noopener noreferrer">
            {t('instructions')}
            <span class="visually-hidden"> {t('new_tab')}</span>
          </a>
        </p>
      )}
      {(notice !== null || label !== null) && (
        <p class="official">
          {notice !== null && (
            <Picture context={context} picture={notice} says={t('guarantee.notice')} kind="official__notice" />
          )}
          {label !== null && <Picture context={context} picture={label} says={t('guarantee.label')} />}
        </p>
      )}
    </>
  );
}

type PictureProps = { context: Context; picture: OfficialPicture; says: string; kind?: string };

/** An official picture, which opens large. Its size is known, so nothing moves once it is there. */
function Picture({ context: { t }, picture, says, kind }: PictureProps) {
  return (
    <a class={kind} href={picture.src} target="_blank" rel="noopener noreferrer">
      <img {...picture} alt={says} />
      <span class="visually-hidden"> {t('new_tab')}</span>
    </a>
  );
}
