export type NoticeType = 'info' | 'error';

// Until the app is there, nobody would see it.
let tell: (title: string, type: NoticeType) => void = () => {};

/** Says in the corner that something was done. What needs an answer is not said here: it would go by itself. */
export const say = (title: string, type: NoticeType = 'info'): void => tell(title, type);

/** Begins to show what is said. */
export function showSaid(show: typeof tell): void {
  tell = show;
}
