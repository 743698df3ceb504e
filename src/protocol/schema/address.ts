import { Type } from '../../platform/type.ts';
import { type AddressParts, lengthMaxOf } from '../wire/address.ts';

const part = (name: keyof AddressParts) => Type.String({ maxLength: lengthMaxOf(name) });

/** The parts of a postal address, as long as they may be. What a country demands of them, the rules about addresses say. */
export const ADDRESS_PARTS = {
  firstName: part('firstName'),
  lastName: part('lastName'),
  line1: part('line1'),
  line2: part('line2'),
  city: part('city'),
  region: part('region'),
  postalCode: part('postalCode'),
  country: Type.String({ maxLength: 2 }),
  phoneNumber: part('phoneNumber'),
};
