// The bank's page after the answer. The page around it closes the frame.
import { fitIn, tell } from './framed.ts';

fitIn();
tell('challenge');
