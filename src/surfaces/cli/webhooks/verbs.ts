import type { Command } from 'commander';
import * as operations from '../../../protocol/schema/admin-api/webhooks.ts';
import { addAskingVerb } from '../asking.ts';
import { formatCount } from '../terminal.ts';
import type { VerbRunner } from '../verb.ts';
import { createdText, endpointsTable, endpointText, messagesTable, messageText, triedText } from './views.ts';

/** Adds the merchant's verbs for webhook endpoints and their messages. */
export function addWebhooks(runner: VerbRunner, noun: Command): void {
  const verbs = { noun, runner };
  const { getWebhookSecret: also } = operations;
  addAskingVerb(verbs, 'create', { operation: operations.createWebhook, text: createdText });
  addAskingVerb(verbs, 'list', { operation: operations.listWebhooks, text: endpointsTable });
  addAskingVerb(verbs, 'show <webhook-id>', { operation: operations.getWebhook, also, text: endpointText });
  addAskingVerb(verbs, 'update <webhook-id>', { operation: operations.updateWebhook, text: endpointText });
  addAskingVerb(verbs, 'rotate-secret <webhook-id>', { operation: operations.rotateWebhookSecret, text: endpointText });
  addAskingVerb(verbs, 'disable <webhook-id>', { operation: operations.disableWebhook, text: endpointText });
  addAskingVerb(verbs, 'enable <webhook-id>', { operation: operations.enableWebhook, text: endpointText });
  addAskingVerb(verbs, 'remove <webhook-id>', { operation: operations.removeWebhook, text: () => 'Removed.' });
  addAskingVerb(verbs, 'deliveries <webhook-id>', { operation: operations.listWebhookMessages, text: messagesTable });
  addAskingVerb(verbs, 'delivery <webhook-id> <message-id>', {
    operation: operations.getWebhookMessage,
    text: messageText,
  });
  addAskingVerb(verbs, 'resend <webhook-id>', {
    operation: operations.resendWebhookMessages,
    text: ({ queued }) => `${formatCount(queued, 'message')} will be sent again.`,
  });
  addAskingVerb(verbs, 'test <webhook-id>', {
    operation: operations.testWebhook,
    text: triedText,
    isPartly: ({ taken }) => !taken,
  });
}
