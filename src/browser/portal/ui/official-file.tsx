import { useRef } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';

const TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};

type Props = { name: string; text: string; busy: boolean; onFile: (file: File) => void };

/** A button that lets staff choose an image file. */
export function ChooseImage({ name, text, busy, onFile }: Props) {
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
        accept={Object.keys(TYPES)
          .map((ending) => `.${ending}`)
          .join(',')}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
      <Button kind="secondary" busy={busy} onPress={() => input.current?.click()}>
        {text}
      </Button>
    </>
  );
}

/** Returns the request that sends an image file. Of another kind of file the service says what it is not. */
export function imageBody(file: File) {
  const ending = file.name.split('.').at(-1)?.toLowerCase() ?? '';
  return {
    headers: { 'content-type': TYPES[ending] ?? 'image/png' },
    body: file as never, // the description has no type for bytes
    bodySerializer: (body: unknown) => body as File,
  };
}
