import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Button } from '../../../ui/button.tsx';
import type { Waitlist } from '../../requests/kinds.ts';
import { storePath, useCurrentStore, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Glyph } from '../../ui/glyph.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { ACTS, type Act, actText } from './act-names.ts';
import { ActWindow } from './acts.tsx';
import { DatesWindow } from './dates.tsx';
import { StorePage } from './store-page.tsx';
import { UnitsWindow } from './units.tsx';

type ShownWindow = Act | 'dates' | 'units' | 'page';

/** What can be done with a waitlist as it is now, for staff who may do it. */
export function WaitlistActions({ waitlist }: { waitlist: Waitlist }) {
  const [shown, setShown] = useState<ShownWindow>();
  const { slug } = useCurrentStore();
  const can = useScopes();
  const [first, ...others] = ACTS[waitlist.state];
  const { path, query, route } = useLocation();
  const mayWrite = can('waitlists:write') && first !== undefined;
  // The search leads to an act by the address of the page.
  const { act: asked } = query;
  useEffect(() => {
    const act = ACTS[waitlist.state].find((one) => one === asked);
    if (act && mayWrite) setShown(act);
  }, [asked]);
  const close = () => {
    setShown(undefined);
    if (asked) route(path, true);
  };
  // With several deliveries each has its own.
  const only = waitlist.batches.length === 1 ? waitlist.batches[0] : undefined;
  const ofOnly: MenuItem[] = [
    { value: 'dates', text: t('dates.title'), onSelect: () => setShown('dates') },
    { value: 'units', text: t('units.title'), onSelect: () => setShown('units') },
  ];
  const items: MenuItem[] = [
    {
      value: 'edit',
      text: t('edit.title'),
      onSelect: () => route(storePath(slug, `/waitlists/${waitlist.id}/edit`)),
    },
    ...(only ? ofOnly : []),
    { value: 'page', text: t('store_page.title'), onSelect: () => setShown('page') },
    ...others.map((act) => ({
      value: act,
      text: actText(act),
      danger: act === 'close',
      onSelect: () => setShown(act),
    })),
  ];
  return (
    <>
      {can('preorders:read') && (
        <a class="button button--secondary" href={`${storePath(slug, '/preorders')}?waitlist=${waitlist.id}`}>
          {t('waitlist.preorders')}
        </a>
      )}
      {mayWrite && (
        <>
          <Button kind={waitlist.state === 'OPEN' ? 'secondary' : 'primary'} onPress={() => setShown(first)}>
            {actText(first)}
          </Button>
          <Menu label={t('more_actions')} class="icon-button icon-button--framed" items={items}>
            <Glyph name="dots" />
          </Menu>
        </>
      )}
      {shown === 'dates' && only && <DatesWindow batch={only} onClose={close} />}
      {shown === 'units' && <UnitsWindow waitlist={waitlist} onClose={close} />}
      {shown === 'page' && <StorePage waitlist={waitlist} onClose={close} />}
      {shown && shown !== 'dates' && shown !== 'units' && shown !== 'page' && (
        <ActWindow waitlist={waitlist} act={shown} onClose={close} />
      )}
    </>
  );
}
