import { takeHandover } from '../handover.ts';
import { createRelay } from '../relay.ts';

// A script of its own, which only a checkout in a page of its own has. It runs before the checkout's.

const standalone = { takeHandover, createRelay };

declare global {
  interface Window {
    standalone?: typeof standalone;
  }
}

window.standalone = standalone;
