// Loaded into a process before anything else: its clock steps to where the file that CLOCK_FILE names says, in milliseconds.
// The clock that counts durations does not step, as on a real machine.
import { readFileSync } from 'node:fs';

const LOOK_MS = 50;
const RealDate = Date;
let step = 0;

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + step);
    else super(...given);
  }
  static now() {
    return RealDate.now() + step;
  }
};

setInterval(() => {
  step = Number(readFileSync(process.env.CLOCK_FILE, 'utf8'));
}, LOOK_MS).unref();
