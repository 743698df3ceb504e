import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';

const select = SerializerSelector();

// The formats of our own: the library knows the others, and would warn of each field.
const AJV = { formats: { decimal: true, moment: true } as const };

/**
 * The framework's serialiser of answers, but compiled when a route first answers: all routes together take seconds, and a start
 * must not wait for them.
 */
export const buildSerializer: typeof select = (schemas, options) => {
  const compile = select(schemas, { ...options, ajv: AJV });
  return (route) => {
    let serialise: ReturnType<typeof compile> | undefined;
    return (data) => {
      serialise ??= compile(route);
      return serialise(data);
    };
  };
};
