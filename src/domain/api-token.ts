import { AppError } from './error.ts';

const NAME_CHARACTERS_MAX = 80;

/** Returns the name of a token without spaces around it. Throws `invalid_parameter` for an empty or long one. */
export function checkTokenName(given: string): string {
  const name = given.trim();
  if (name !== '' && name.length <= NAME_CHARACTERS_MAX) return name;
  const message = `Give the token a name of 1 to ${NAME_CHARACTERS_MAX} characters, such as ERP.`;
  throw new AppError('invalid_parameter', message, { param: 'name' });
}
