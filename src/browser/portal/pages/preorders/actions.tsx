import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import type { PreorderDetail } from '../../requests/kinds.ts';
import { useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Glyph } from '../../ui/glyph.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { AddressWindow } from './address.tsx';
import { AnswerWindow } from './answer.tsx';
import { CancelWindow } from './cancel.tsx';
import { ContactWindow } from './contact.tsx';
import { NoteWindow } from './note.tsx';
import { RefundWindow } from './refund.tsx';
import { ReleaseWindow } from './release.tsx';
import { ResendWindow } from './resend.tsx';
import { ReturnWindow } from './return.tsx';
import { SendWindow } from './send.tsx';
import { CANCELLABLE } from './state.tsx';
import { WriteWindow } from './write.tsx';

// In the order of the menu.
const WINDOWS = {
  note: NoteWindow,
  write: WriteWindow,
  answer: AnswerWindow,
  contact: ContactWindow,
  address: AddressWindow,
  resend: ResendWindow,
  release: ReleaseWindow,
  return: ReturnWindow,
  refund: RefundWindow,
  cancel: CancelWindow,
};

type Act = keyof typeof WINDOWS;
type ShownWindow = Act | 'send';

/** Whether all that goes to the address still waits for its units: the service refuses to move what is on its way. */
function canMove({ lines }: PreorderDetail): boolean {
  const open = lines.filter(({ state }) => state !== 'cancelled');
  return open.length > 0 && open.every((line) => line.released_at === null);
}

/** What can be done with a pre-order as it is now, for staff who may do it. */
export function PreorderActions({ preorder }: { preorder: PreorderDetail }) {
  const [shown, setShown] = useState<ShownWindow>();
  const can = useScopes();
  const close = () => setShown(undefined);
  const { lines } = preorder;
  const mayWrite = can('preorders:write');
  const possible: Record<ShownWindow, boolean> = {
    send: mayWrite && lines.some(({ state }) => state === 'released'),
    cancel: mayWrite && lines.some(({ state }) => CANCELLABLE.includes(state)),
    refund: can('refunds:write') && lines.some(({ paid, refunded }) => Number(paid) > Number(refunded)),
    write: mayWrite && preorder.contact !== null,
    contact: mayWrite && preorder.contact !== null,
    address: mayWrite && preorder.contact !== null && canMove(preorder),
    resend: can('mails:read') && can('mails:write') && preorder.contact !== null,
    release: can('releases:write') && lines.some(({ state }) => state === 'placed'),
    note: mayWrite,
    answer: mayWrite && preorder.notices.some(({ open }) => open),
    return: mayWrite && lines.some(({ state }) => state === 'fulfilled'),
  };
  const items = (Object.keys(WINDOWS) as Act[])
    .filter((act) => possible[act])
    .map(
      (act): MenuItem => ({
        value: act,
        text: t(`preorder.${act}`),
        danger: act === 'cancel',
        onSelect: () => setShown(act),
      }),
    );
  const Window = shown !== undefined && shown !== 'send' ? WINDOWS[shown] : undefined;
  return (
    <>
      {possible.send && <Button onPress={() => setShown('send')}>{t('preorder.send')}</Button>}
      {items.length > 0 && (
        <Menu label={t('more_actions')} class="icon-button icon-button--framed" items={items}>
          <Glyph name="dots" />
        </Menu>
      )}
      {shown === 'send' && <SendWindow preorder={preorder} onClose={close} />}
      {Window && <Window preorder={preorder} onClose={close} />}
    </>
  );
}
