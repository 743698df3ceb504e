import { expect, test } from 'vitest';
import { AppError } from './error.ts';
import { makeAll } from './refuse-all.ts';

const even = (number: number) => {
  if (number % 2 === 0) return number / 2;
  throw new AppError('invalid_parameter', `${number} is odd.`, { param: 'number', data: { reason: 'odd' } });
};

test('all that is wrong is told at once, and each refusal says which row it is about', () => {
  expect(makeAll([2, 4], even, () => ({}))).toEqual([1, 2]);
  const refused = (work: () => unknown) => {
    try {
      work();
    } catch (error) {
      return error as AppError;
    }
    throw new Error('nothing was refused');
  };
  const error = refused(() => makeAll([2, 3, 4, 5], even, (number) => ({ row: number })));
  expect(error).toMatchObject({ code: 'invalid_parameter', message: '3 is odd.', info: { param: 'number' } });
  expect(error.info.errors?.map(({ message, info }) => [message, info.data])).toEqual([
    ['3 is odd.', { reason: 'odd', row: 3 }],
    ['5 is odd.', { reason: 'odd', row: 5 }],
  ]);
  const rows = refused(() =>
    makeAll(
      [[1, 3], [2]],
      (row) => makeAll(row, even, () => ({})),
      ([first]) => ({ first: `${first}` }),
    ),
  );
  expect(rows.info.errors?.map(({ info }) => info.data?.first)).toEqual(['1', '1']);
  expect(() =>
    makeAll(
      [1],
      () => {
        throw new TypeError('a fault of our own');
      },
      () => ({}),
    ),
  ).toThrow(TypeError);
});
