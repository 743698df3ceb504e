/** What stands for hidden letters: always as many, so that it tells no length. */
const HIDDEN = '•••';

/** Enough to recognise one's own text by, not enough to learn somebody else's: the first letter. */
export function maskText(text: string): string {
  const [first] = new Intl.Segmenter().segment(text.trim());
  return first ? first.segment + HIDDEN : '';
}

/** `ada@mail.example` as `a•••@m•••.example`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const host = email.slice(at + 1);
  const dot = host.lastIndexOf('.');
  const ending = dot > 0 ? host.slice(dot) : '';
  return `${maskText(email.slice(0, Math.max(at, 0)))}@${maskText(host)}${ending}`;
}
