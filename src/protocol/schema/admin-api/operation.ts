import type { Static, TObject, TSchema } from 'typebox';
import type { Scope } from '../../../domain/scope.ts';
import type { NoBody } from './shapes.ts';

/**
 * One operation of the private API. Its route, the checks of its input, its part of the OpenAPI document and the options of its
 * verb on the command line follow from this description.
 */
export type Operation = {
  /** Its name in the OpenAPI document. */
  id: string;
  /** The method and the path below `/admin/api/v1`. */
  route: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;
  scope: Scope;
  /** What it does, as the document and the help of the command line say it. */
  summary: string;
  description?: string;
  params?: TObject;
  query?: TObject;
  body?: TObject | typeof NoBody;
  /** Its data. A schema with an `$id` is written once in the document. */
  answer: TSchema;
  /** What the document says of the answer. */
  answered: string;
  /** The status of the answer; 200 if left out. */
  status?: 200 | 201 | 202;
  /** True if a read needs more than the database and the addresses of the service, such as other systems or the words of mails. */
  whole?: true;
  /** The refusals that other operations do not have, by status. */
  refusals?: Record<number, string>;
};

/** An operation whose answer is a file of CSV. */
export type FileOperation = Omit<Operation, 'answer' | 'answered'>;

/** An operation that changes something. */
export type WriteOperation = Operation & {
  /** Its name in the activity log, such as `discount.create`. */
  action: string;
};

/** A write operation on up to 1,000 rows, each of which is the body of the operation `each`. */
export type BulkOperation = Pick<Operation, 'id' | 'route' | 'summary'> & { each: WriteOperation; examples: object[] };

/** Describes the operation that does `each` for many rows. `rows` are an example. */
export const rowsOf = <Each extends WriteOperation>(each: Each, summary: string, rows: object[]) => ({
  id: `${each.id}s`,
  route: `${each.route}/bulk` as const,
  summary,
  each,
  examples: [{ rows }],
});

type StaticOf<Schema> = Schema extends TSchema ? Static<Schema> : unknown;

/** The parameters, the query and the body in one object. No two of them share a name. */
export type InputOf<Op extends FileOperation> = StaticOf<Op['params']> & StaticOf<Op['query']> & StaticOf<Op['body']>;

export type AnswerOf<Op extends Operation> = Static<Op['answer']>;

/** Returns the method and the path of an operation. */
export function routeOf({ route }: Pick<Operation, 'route'>): { method: string; path: string } {
  const [method = '', path = ''] = route.split(' ');
  return { method, path };
}
