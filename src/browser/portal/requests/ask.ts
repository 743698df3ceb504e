import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

export type Question = {
  title: string;
  text: ComponentChildren;
  /** What the two buttons say. */
  stay: string;
  go: string;
};

/** Set while somebody is asked something. */
export const asking = signal<(Question & { end: (yes: boolean) => void }) | undefined>(undefined);

/** Asks before something that may not be meant. Resolves with true if the person goes on. */
export function ask(question: Question): Promise<boolean> {
  asking.value?.end(false);
  return new Promise((resolve) => {
    asking.value = {
      ...question,
      end(yes) {
        asking.value = undefined;
        resolve(yes);
      },
    };
  });
}
