import { street } from '../checkout/views/street.ts';
import { StreetField } from './street-field.tsx';

street.Field = StreetField;
