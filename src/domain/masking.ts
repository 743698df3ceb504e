/** Replaces hidden letters. Its length is fixed, so that it does not reveal theirs. */
const HIDDEN = '•••';

/** Keeps the first letter alone: enough to recognise one's own text, too little to learn another person's. */
export function maskText(text: string): string {
  const [first] = new Intl.Segmenter().segment(text.trim());
  return first ? first.segment + HIDDEN : '';
}

/** Masks the name and the host of an address: `ada@mail.example` becomes `a•••@m•••.example`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const host = email.slice(at + 1);
  const dot = host.lastIndexOf('.');
  const ending = dot > 0 ? host.slice(dot) : '';
  return `${maskText(email.slice(0, Math.max(at, 0)))}@${maskText(host)}${ending}`;
}
