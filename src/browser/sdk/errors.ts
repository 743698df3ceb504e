import type { ServiceError } from '../../protocol/wire/sdk-api.ts';
import { base } from './base.ts';

/**
 * An error with a stable code. Its text is this short to save bytes: `about` names the option, attribute or method that
 * is wrong, and the guide says what each code means.
 */
export function serviceError(code: string, about: string | undefined): ServiceError {
  return Object.assign(new Error(`Service: ${code} (${about}): ${base}/docs/sdk`), { code });
}
