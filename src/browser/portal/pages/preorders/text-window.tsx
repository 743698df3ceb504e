import { useForm } from '../../requests/use-form.ts';
import { TextArea } from '../../ui/choices.tsx';
import { FormWindow } from '../../ui/form-window.tsx';

type TextWindowProps = {
  title: string;
  label: string;
  hint: string;
  button: string;
  /** Sends the text. The window stays open, with what was typed, when it is refused. */
  send: (text: string) => Promise<void>;
  onSent?: () => void;
  onClose: () => void;
};

/** A window for one text. */
export function TextWindow({ title, label, hint, button, send, onSent, onClose }: TextWindowProps) {
  const form = useForm({
    values: () => ({ text: '' }),
    save: ({ text }) => send(text),
    done: () => {
      onSent?.();
      onClose();
    },
  });
  return (
    <FormWindow title={title} form={form} submit={button} onClose={onClose}>
      <TextArea {...form.field('text')} label={label} hint={hint} />
    </FormWindow>
  );
}
