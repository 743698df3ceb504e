/**
 * Why the SDK is not there:
 * - `no_browser`: called on a server.
 * - `invalid_parameter`: `baseUrl` is no address, or `timeoutMs` no time.
 * - `timeout`: no answer came in time; it may still come, and the next call waits for the same script.
 * - `network_error`: the script did not load: no connection, an error of the service, a blocker, or the page's
 *   Content-Security-Policy.
 * - `blocked_by_policy`: the page's Trusted Types do not let scripts add scripts.
 * - `invalid_script`: something else answered, such as the sign-in page of a network.
 * - `other_service`: the page has the SDK of another address.
 */
export type LoadErrorCode =
  | 'no_browser'
  | 'invalid_parameter'
  | 'timeout'
  | 'network_error'
  | 'blocked_by_policy'
  | 'invalid_script'
  | 'other_service';

export type LoadError = Error & { code: LoadErrorCode };

export function loadError(code: LoadErrorCode, why: string): LoadError {
  return Object.assign(new Error(`Service: ${code} (${why})`), { code });
}
