/**
 * Whether a request's Host is a name of this machine. A web site can give a name of its own an address of this machine, and
 * would be let in as that machine's own browser (DNS rebinding): its name is what tells it apart.
 */
export function isLoopbackHost(host = ''): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host);
}

/** Whether a server that listens there is meant for this machine alone. */
export function isLoopbackAddress(address: string): boolean {
  return ['127.0.0.1', 'localhost', '::1'].includes(address);
}
