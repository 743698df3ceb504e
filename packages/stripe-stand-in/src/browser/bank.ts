// The page of the shopper's bank, which asks for a second step. Its forms need no script.
import { fitIn } from './framed.ts';

fitIn();
