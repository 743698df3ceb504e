/**
 * Returns whether a request's Host header is a name of this machine. A web site can resolve a name of its own to an address of
 * this machine (DNS rebinding); only the name in the request shows it.
 */
export function isLoopbackHost(host = ''): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host);
}

/** Returns whether a server that listens at this address is reached from its own machine only. */
export function isLoopbackAddress(address: string): boolean {
  return ['127.0.0.1', 'localhost', '::1'].includes(address);
}
