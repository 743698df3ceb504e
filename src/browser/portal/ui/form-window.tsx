import type { ComponentChildren } from 'preact';
import { Button } from '../../ui/button.tsx';
import type { Loaded } from '../requests/use-data.ts';
import { useForm } from '../requests/use-form.ts';
import { t } from '../texts.ts';
import { FormView, type FormViewProps } from './form-view.tsx';
import { Shown } from './loaded.tsx';
import { Modal, type ModalProps } from './modal.tsx';

type FormWindowProps = Omit<ModalProps, 'children'> &
  Omit<FormViewProps, 'cancel' | 'children' | 'wide'> & {
    /** Below the title: what the window is for. */
    text?: ComponentChildren;
    /** On the button that goes back; “Cancel” if left out. */
    cancel?: string;
    children?: ComponentChildren;
  };

/** A window with a form. It closes without a question only while nothing is typed into it. */
export function FormWindow(props: FormWindowProps) {
  const { title, wide, text, cancel, form, onClose, keeps = form.keeps, ...view } = props;
  return (
    <Modal title={title} wide={wide} onClose={onClose} keeps={keeps}>
      {text && <p class="muted">{text}</p>}
      <FormView
        {...view}
        form={form}
        cancel={
          <Button kind="secondary" onPress={onClose}>
            {cancel ?? t('cancel')}
          </Button>
        }
      />
    </Modal>
  );
}

type ReadWindowProps<Thing> = Omit<ModalProps, 'children'> & {
  of: Loaded<Thing>;
  children: (thing: Thing) => ComponentChildren;
};

/** Shows a window as soon as what it changes is read. */
export function ReadWindow<Thing>({ of, children, ...modal }: ReadWindowProps<Thing>) {
  if (of.data !== undefined) return <>{children(of.data)}</>;
  return (
    <Modal {...modal}>
      <Shown of={of}>{() => null}</Shown>
    </Modal>
  );
}

type AskWindowProps = Omit<FormWindowProps, 'form'> & {
  /** What is done once the button is pressed. */
  act: () => Promise<unknown>;
  /** What is said once it is done, and what follows; by default the window closes. */
  said?: string;
  done?: () => void;
};

/** A window that says what an act means, with a button that does it. */
export function AskWindow({ act, said, done, ...view }: AskWindowProps) {
  const form = useForm({ values: () => ({}), save: act, said, done: done ?? view.onClose });
  return <FormWindow {...view} form={form} />;
}
