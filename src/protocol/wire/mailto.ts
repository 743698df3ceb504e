/** Returns the link that writes to this address alone. A mailbox may be named with the signs that name further recipients in a link. */
export function mailtoLink(address: string): string {
  const at = address.lastIndexOf('@');
  return `mailto:${encodeURIComponent(address.slice(0, at))}@${encodeURIComponent(address.slice(at + 1))}`;
}
