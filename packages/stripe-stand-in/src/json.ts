export type Json = string | number | boolean | null | Json[] | JsonObject;
export type JsonObject = { [name: string]: Json };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

export function numberOf(value: Json | undefined): number {
  return typeof value === 'number' ? value : 0;
}

export function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
