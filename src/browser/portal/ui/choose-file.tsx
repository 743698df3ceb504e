import { useRef } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';

export const CSV_FILES = '.csv,.tsv,text/csv';

type ChooseFileProps = {
  /** Names the field for tests. Only its button is seen. */
  name: string;
  text: string;
  /** The endings or types that the browser offers. */
  accept: string;
  busy: boolean;
  kind?: 'primary' | 'secondary' | undefined;
  onFile: (file: File) => void;
};

/** A button that lets staff choose a file. The same file can be chosen again. */
export function ChooseFile({ name, text, accept, busy, kind = 'secondary', onFile }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        class="visually-hidden"
        type="file"
        tabIndex={-1}
        aria-hidden="true"
        data-file={name}
        accept={accept}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
      <Button kind={kind} busy={busy} onPress={() => input.current?.click()}>
        {text}
      </Button>
    </>
  );
}
