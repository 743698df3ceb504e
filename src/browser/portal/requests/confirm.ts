import { signal } from '@preact/signals';

/** Set while something waits for a fresh proof of who is there. */
export const confirming = signal<{ end: (confirmed: boolean) => void } | undefined>(undefined);

let running: Promise<boolean> | undefined;

/** Asks for the password again. Resolves with false if the person does not want to go on. One window is enough for all who ask. */
export function askForProof(): Promise<boolean> {
  running ??= new Promise<boolean>((resolve) => {
    confirming.value = {
      end(confirmed) {
        confirming.value = undefined;
        running = undefined;
        resolve(confirmed);
      },
    };
  });
  return running;
}
