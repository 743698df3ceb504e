export type Said = 'info' | 'error';

// Until the app is there, nobody would see it.
let tell: (title: string, type: Said) => void = () => {};

/** Says in the corner that something was done. What needs an answer is not said here: it would go by itself. */
export const say = (title: string, type: Said = 'info'): void => tell(title, type);

/** Begins to show what is said. */
export function showSaid(show: typeof tell): void {
  tell = show;
}
