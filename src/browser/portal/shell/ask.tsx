import { Button } from '../../ui/button.tsx';
import type { asking } from '../requests/ask.ts';
import { Modal, ModalActions } from '../ui/modal.tsx';

/** Asks before something that may not be meant. */
export function Ask({ title, text, stay, go, end }: NonNullable<typeof asking.value>) {
  return (
    <Modal title={title} onClose={() => end(false)}>
      <div>{text}</div>
      <ModalActions>
        <Button kind="secondary" onPress={() => end(false)}>
          {stay}
        </Button>
        <Button kind="danger" onPress={() => end(true)}>
          {go}
        </Button>
      </ModalActions>
    </Modal>
  );
}
