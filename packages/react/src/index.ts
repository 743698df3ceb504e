'use client';

export type * from 'waitlist-preorder-loader';

export type { AvailabilityState } from './availability.ts';
export { useAvailability } from './availability.ts';
export type { PreorderError } from './context.ts';
export { useService } from './context.ts';
export type { EventProps } from './events.ts';
export { usePreorderEvent } from './events.ts';
export type { PreorderButtonProps, PreorderPriceProps } from './placement.tsx';
export { PreorderButton, PreorderPrice } from './placement.tsx';
export type { PreorderProviderProps } from './provider.tsx';
export { PreorderProvider } from './provider.tsx';
export type { PreorderStatusProps } from './status.tsx';
export { PreorderStatus } from './status.tsx';
