/** The texts of the page about people's rights, in English. Loaded with that page. */
export const people = {
  'people.intro':
    'What is stored about a person, given to them or erased. A person is an e-mail address in this store.',
  'people.find': 'Find a person',
  'people.find.text': 'First make sure that the request comes from the person it is about.',
  'people.find.button': 'Find',
  'people.guide': 'What is stored of people, and what an erasure leaves',
  'people.nothing': 'Nothing is stored about {email}',
  'people.nothing.text':
    'Try the address that they ordered with. An address whose data was erased, or that was changed later, finds nothing.',
  'people.preorders': 'Pre-orders',
  'people.preorders.none': 'None',
  'people.owed': 'Goods are owed',
  'people.checkouts': 'Checkouts',
  'people.checkouts.hint': 'With contact and address, also those that were never paid.',
  'people.withdrawal': 'Withdrawal {number}',
  'people.withdrawal.waits': 'You have to act',
  'people.jobs': 'Work that waits',
  'people.mail_files': 'Files of mails',
  'people.order_files': 'Files of orders',
  'people.export': 'Save everything as a file',
  'people.erase': 'Erase this person',
  'people.erase.title': 'Erase {email}?',
  'people.erase.preorders': {
    one: '{count} pre-order loses name, e-mail, address, notes and messages. Its amounts and states stay under a pseudonym: they are your bookkeeping.',
    other:
      '{count} pre-orders lose name, e-mail, address, notes and messages. Their amounts and states stay under a pseudonym: they are your bookkeeping.',
  },
  'people.erase.checkouts': {
    one: '{count} checkout loses its contact. One that is being paid is ended first.',
    other: '{count} checkouts lose their contact. Those that are being paid are ended first.',
  },
  'people.erase.withdrawals': {
    one: '{count} declaration of a withdrawal loses its words. That there was one, when, and what became of it stays.',
    other:
      '{count} declarations of withdrawals lose their words. That there were any, when, and what became of them stays.',
  },
  'people.erase.files': {
    one: '{count} file of a mail or an order is deleted.',
    other: '{count} files of mails and orders are deleted.',
  },
  'people.erase.links': 'Links in mails stop working, and the status page finds nothing any more.',
  'people.erase.elsewhere': 'Your payment provider, your mail server and your other systems keep what they have.',
  'people.erase.open': {
    one: 'Goods are still owed for {references}',
    other: 'Goods are still owed for {count} pre-orders: {references}',
  },
  'people.erase.open.text':
    'Send or cancel them first. After an erasure there is nobody left to send goods or mails to.',
  'people.erase.withdrawal': 'A withdrawal waits for you',
  'people.erase.withdrawal.text': 'Deal with it first: after an erasure nobody knows what was declared.',
  'people.erase.open.too': 'Erase all the same: this person gets no goods and no mails',
  'people.erase.open.needed': 'Tick this, or send and cancel what is owed first.',
  'people.erase.typed.wrong': 'This is not the same address.',
  'people.erase.button': 'Erase for good',
  'people.erased': '{email} is erased',
  'people.erased.text':
    'What was about this person has no name any more. Somebody who orders with this address is a new customer.',
  'people.kept': 'How long it is kept by itself',
  'people.kept.checkouts': 'Checkouts',
  'people.kept.preorders': 'Pre-orders',
  'people.kept.days': { one: '{count} day after the end', other: '{count} days after the end' },
  'people.kept.always': 'until they are erased here',
  'people.kept.change': 'Change it in the rules',
};
