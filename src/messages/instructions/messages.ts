import type { Message } from '../../protocol/wire/message-format.ts';
import type { instructions } from './en.ts';

/** The texts of instructions in one language. */
export type InstructionMessages = Record<keyof typeof instructions, Message>;
