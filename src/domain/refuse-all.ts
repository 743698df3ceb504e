import { AppError, type ErrorInfo } from './error.ts';

/**
 * Makes something of each row. Where rows are refused, throws once for all of them: `named` says in the data of each refusal which row
 * it is about, so that a person can mend all at once.
 */
export function makeAll<Row, Made>(
  rows: readonly Row[],
  make: (row: Row) => Made,
  named: (row: Row) => NonNullable<ErrorInfo['data']>,
): Made[] {
  const errors: AppError[] = [];
  const made: Made[] = [];
  for (const row of rows) {
    try {
      made.push(make(row));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const refused = error.info.errors ?? [error];
      errors.push(
        ...refused.map(
          ({ code, message, info }) => new AppError(code, message, { ...info, ...dataOf(info, named(row)) }),
        ),
      );
    }
  }
  const [first] = errors;
  if (first === undefined) return made;
  throw new AppError(first.code, first.message, { ...first.info, errors });
}

function dataOf({ data }: ErrorInfo, named: NonNullable<ErrorInfo['data']>): Pick<ErrorInfo, 'data'> {
  const all = { ...data, ...named };
  return Object.keys(all).length > 0 ? { data: all } : {};
}

/** Reads each field of one thing. Where some are refused, throws once for all of them. */
export function makeFields<Fields extends Record<string, () => unknown>>(
  fields: Fields,
): { [Name in keyof Fields]: ReturnType<Fields[Name]> } {
  const made = makeAll(
    Object.entries(fields),
    ([name, make]) => [name, make()] as const,
    () => ({}),
  );
  return Object.fromEntries(made) as { [Name in keyof Fields]: ReturnType<Fields[Name]> };
}
